import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { Content } from '../../shared/content/content.ts';
import type { Release } from '../data/releases.ts';

export interface ReleaseInUse {
  readonly release: Release;
  /** Shows another release, as a whole. */
  readonly replace: (next: Release) => void;
}

const ReleaseContext = createContext<ReleaseInUse | null>(null);

/** @throws Error outside of `ContentProvider` */
export function useRelease(): ReleaseInUse {
  const inUse = use(ReleaseContext);
  if (!inUse) throw new Error('This needs ContentProvider');
  return inUse;
}

/** The content of the release in use: texts, prices, places. */
export function useContent(): Content {
  return useRelease().release.content;
}

const nothing = () => undefined;

/** Shows the release of its caller, who replaces it. */
export function ShownRelease({ release, children }: { release: Release; children: ReactNode }) {
  const inUse = useMemo(() => ({ release, replace: nothing }), [release]);
  return <ReleaseContext value={inUse}>{children}</ReleaseContext>;
}

/** Holds the release in use. Load `initial` before the first paint, so that no other texts flash. */
export function ContentProvider({ initial, children }: { initial: Release; children: ReactNode }) {
  const [release, replace] = useState(initial);
  const inUse = useMemo(() => ({ release, replace }), [release]);
  return <ReleaseContext value={inUse}>{children}</ReleaseContext>;
}
