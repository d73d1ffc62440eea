import { adminKey } from '../admin/parts/useChange.ts';
import type { ListedDriver } from '../data/drivers/driverRecords.ts';
import type { DriverState } from '../data/drivers/driverState.ts';
import { longLists, openSection, type Opening } from './panelLists.tsx';
import { driver } from './panels.tsx';
import { reviewSummary } from './reviewSummary.ts';

/** A driver in a state, with an account, and with the same code as another where that is said. */
export const driverIn = (state: DriverState, changes: Partial<ListedDriver> = {}): ListedDriver => ({
  ...driver,
  state,
  has_account: state !== 'invited',
  shares_driver_code: false,
  ...changes,
});

const [, shifts] = longLists.shifts;
const [, reviews] = longLists.reviews;
const [, cases] = longLists.cases;
const [, documents] = longLists.documents;
const seen = '2026-11-24T12:30:00Z';

/** The cards of a driver's page, each with its first rows. */
const cards = {
  documents: documents.slice(0, 3),
  shifts: shifts.slice(0, 5),
  reviews: reviews.slice(0, 3),
  cases: cases.slice(0, 3),
  devices: [{ id: 'device', name: 'Auto 7', last_seen: seen, battery: 81 }],
  papers: [{ id: 'card', kind: 'credential', folio: 199, printed_at: seen }],
};

interface DriverOpening extends Omit<Opening, 'loaded' | 'sign'> {
  /** Others of the list, behind it. */
  readonly others?: readonly ListedDriver[];
  /** Begins with the list; null for a driver whose record is gone. */
  readonly page?: 'closed' | null;
}

/** Opens the drivers in the panel: the list, and beside it or in its place the page of the first one. */
export function openDriver(opened: ListedDriver, { others = [], page, ...opening }: DriverOpening = {}) {
  const rows = [opened, ...others];
  const list = [adminKey, 'drivers', longLists.drivers[0], 1];
  return openSection('drivers', {
    ...opening,
    ...(page !== 'closed' && { record: opened.id }),
    loaded: [
      [list, { rows, page: 1, total: rows.length }],
      [[adminKey, 'review-trend', opened.id], reviewSummary],
      ...rows.map((row) => [[adminKey, 'drivers', 'record', row.id], page === null ? null : row] as const),
      ...rows.flatMap(({ id }) =>
        Object.entries(cards).map(([name, of]) => [[adminKey, name, 'of', id], of] as const),
      ),
    ],
  });
}
