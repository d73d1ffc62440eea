import { Component, Suspense, type ReactNode } from 'react';

export interface BoundaryProps {
  /** Replaces the children after one of them has thrown, for example because its chunk did not load. */
  readonly fallback: ReactNode | ((error: unknown) => ReactNode);
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
    const { failure } = this.state;
    if (!failure) return children;
    return typeof fallback === 'function' ? fallback(failure.error) : fallback;
  }
}

/** Renders nothing while a part of the children is loading, and nothing if it fails: the screen works without them. */
export function Optional({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  );
}
