import type { TodayLine, TodayLineId } from '../../data/company/today.ts';
import type { SectionId } from '../registry/sections.ts';

/**
 * The section whose number counts a line, in the order in which Hoy shows them. Null for one that nobody settles in the panel:
 * devices load newer content by themselves, and a mail or a backup that fails is for the person who looks after the server.
 */
export const lineSections: Readonly<Record<TodayLineId, SectionId | null>> = {
  trip_late: 'trips',
  trip_declined: 'trips',
  trip_no_show: 'trips',
  trip_driver: 'trips',
  trip_overlap: 'trips',
  trip_documents: 'trips',
  trip_proposal: 'trips',
  trip_request: 'trips',
  trip_changed: 'trips',
  trip_accepted: 'trips',
  trip_told: 'trips',
  trip_reply: 'trips',
  trip_late_tap: 'trips',
  cases: 'cases',
  rights: 'rights',
  waiting: 'drivers',
  photos: 'drivers',
  reviews: 'reviews',
  expired: 'documents',
  expiring: 'documents',
  missing: 'documents',
  unverified: 'documents',
  offline: 'devices',
  battery: 'devices',
  release: null,
  draft: 'content',
  mail: null,
  backup: null,
};
const order = Object.keys(lineSections);

/** The lines as Hoy shows them: trips, cases, drivers, documents, devices. */
export function inOrder(lines: readonly TodayLine[]): readonly TodayLine[] {
  return lines.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

/** How much waits in each section. @param trips each counted once, whatever its lines */
export function countsOf(
  lines: readonly TodayLine[],
  trips: number | null,
): Readonly<Partial<Record<SectionId, number>>> {
  const counts: Partial<Record<SectionId, number>> = {};
  for (const { id, count } of lines) {
    const section = lineSections[id];
    if (section) counts[section] = (counts[section] ?? 0) + count;
  }
  return { ...counts, trips: trips ?? 0 };
}
