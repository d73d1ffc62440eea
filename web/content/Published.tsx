import { useState, type ReactNode } from 'react';
import { useWhileShown } from '../util/useWhileShown.ts';
import { useRelease } from './ContentProvider.tsx';

interface PublishedProps {
  readonly children: ReactNode;
  /** Stands in their place while the server is asked. */
  readonly fallback: ReactNode;
}

/**
 * Shows its children with a release of the company. A screen that began without a server has the built-in one: by the time
 * somebody has signed in, the server may have answered.
 */
export function Published({ children, fallback }: PublishedProps) {
  const { release, replace } = useRelease();
  const [isSettled, setSettled] = useState(release.publishedAt !== null);
  useWhileShown(
    (signal) => {
      const settle = async () => {
        const { publishedRelease } = await import('./initialRelease.ts');
        const published = await publishedRelease();
        if (signal.aborted) return;
        if (published) replace(published);
        setSettled(true);
      };
      if (!isSettled) void settle();
    },
    [isSettled, replace],
  );
  return isSettled ? children : fallback;
}
