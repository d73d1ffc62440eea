import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { Company, Content } from '../../shared/content/content.ts';
import type { Release } from '../data/content/releases.ts';

export interface ReleaseInUse {
  readonly release: Release;
  /** Shows another release, as a whole. */
  readonly replace: (next: Release) => void;
}

const ReleaseContext = createContext<ReleaseInUse | null>(null);
const CompanyContext = createContext<Company | null>(null);

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

/**
 * The company of the release in use. Public pages read it first, most of them alone: the places and tours would take a
 * slow phone longer than the page itself.
 * @throws Error outside of `ContentProvider` and `CompanyProvider`
 */
export function useCompany(): Company {
  const company = use(CompanyContext);
  if (!company) throw new Error('This needs ContentProvider or CompanyProvider');
  return company;
}

/** Gives a page the company without the rest of the release. */
export function CompanyProvider({ company, children }: { company: Company; children: ReactNode }) {
  return <CompanyContext value={company}>{children}</CompanyContext>;
}

function ReleaseProvider({ inUse, children }: { inUse: ReleaseInUse; children: ReactNode }) {
  return (
    <ReleaseContext value={inUse}>
      <CompanyProvider company={inUse.release.content.company}>{children}</CompanyProvider>
    </ReleaseContext>
  );
}

const nothing = () => undefined;

/** Shows the release of its caller, who replaces it. */
export function ShownRelease({ release, children }: { release: Release; children: ReactNode }) {
  const inUse = useMemo(() => ({ release, replace: nothing }), [release]);
  return <ReleaseProvider inUse={inUse}>{children}</ReleaseProvider>;
}

/** Shows a release that is being read; suspends until then. */
export function PendingRelease({ release, children }: { release: Promise<Release>; children: ReactNode }) {
  return <ShownRelease release={use(release)}>{children}</ShownRelease>;
}

/** Holds the release in use. Load `initial` before the first paint, so that no other texts flash. */
export function ContentProvider({ initial, children }: { initial: Release; children: ReactNode }) {
  const [release, replace] = useState(initial);
  const inUse = useMemo(() => ({ release, replace }), [release]);
  return <ReleaseProvider inUse={inUse}>{children}</ReleaseProvider>;
}
