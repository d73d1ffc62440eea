import { Suspense, type ReactNode } from 'react';
import { Boundary } from './Boundary.tsx';

/** Renders nothing while a part of the children is loading, and nothing if it fails: the screen works without them. */
export function Optional({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary fallback={() => null}>
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  );
}
