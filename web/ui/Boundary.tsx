import { Component, type ReactNode } from 'react';

export interface BoundaryProps {
  /** Replaces the children after one of them has thrown, for example because its chunk did not load. */
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | null;
}

/** Limits a failure to its part of the screen. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { fallback, children } = this.props;
    return this.state.failure ? fallback(this.state.failure.error) : children;
  }
}
