import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import type {
  CaseLine,
  TodayCase,
  TodayDevice,
  TodayDocument,
  TodayDraft,
  TodayDriver,
  TodayLine,
  TodayOperation,
  TodayOwner,
  TodayRequest,
  TodayReview,
  TodayTrip,
} from '../../data/company/today.ts';
import type { today } from '../../i18n/es/today.ts';
import { sectionAddress } from '../parts/section.ts';
import type { Format } from '../parts/useFormat.ts';
import { deadlineState } from '../tickets/daysLeft.ts';

/** A row of a line, in words. */
export interface RowView {
  readonly id: string;
  readonly title: string;
  readonly facts: readonly string[];
  /** ISO 8601. */
  readonly since?: string | undefined;
  /** Opens the place where it is seen to; a backup has none in the panel. */
  readonly address?: string;
}

interface Words {
  readonly t: typeof today;
  readonly format: Format;
}

export const publishAddress = sectionAddress('content', { view: 'publish' });

const given = (facts: readonly (string | null | undefined | false)[]): string[] =>
  facts.filter((fact) => typeof fact === 'string' && fact !== '') as string[];
const shownPlate = (plate: string | null) => plate && plateInPairs(plate);

function driverRow({ id, name, plate, code, since }: TodayDriver): RowView {
  return {
    id,
    title: name,
    facts: given([shownPlate(plate), code]),
    since,
    address: pageOf('driver', id),
  };
}

function reviewRow(review: TodayReview, { t, format }: Words): RowView {
  const { id, driver_id: driver, name, rating, comment, since } = review;
  return {
    id,
    title: name ?? t.noDriver,
    facts: given([t.stars(rating, format.count(rating)), comment && `«${comment}»`]),
    since,
    address: sectionAddress('reviews', { stars: 'low', ...(driver !== null && { driver }) }),
  };
}

function deviceRow(device: TodayDevice, { t, format }: Words): RowView {
  const { id, name, driver, plate, since, battery, release, in_shift: inShift } = device;
  const facts = given([
    battery !== undefined && t.battery(format.count(battery)),
    release !== undefined && t.content(format.count(release)),
    driver,
    shownPlate(plate),
    inShift && t.inShift,
  ]);
  return {
    id,
    title: name || t.unnamed,
    facts,
    since,
    address: sectionAddress('devices', { search: name || driver, record: id }),
  };
}

const pageOf = (owner: DocumentOwner, id: string): string =>
  sectionAddress(owner === 'driver' ? 'drivers' : 'vehicles', { record: id });

function documentRow(document: TodayDocument, { t, format }: Words): RowView {
  const { id, driver_id: driver, vehicle_id: vehicle, name, plate, kind, since } = document;
  const { expires_on: day, days = 0 } = document;
  const expiry = day && (days < 0 ? t.expiredOn(format.plainDay(day)) : t.expires(days, format.count(days)));
  return {
    id,
    title: name ?? shownPlate(plate) ?? '',
    facts: given([kind, expiry]),
    since,
    address: driver === null ? pageOf('vehicle', vehicle ?? '') : pageOf('driver', driver),
  };
}

function ownerRow({ id, owner, name, plate, since, kinds }: TodayOwner, { t }: Words): RowView {
  const lacking = kinds.join(owner === 'driver' ? ' / ' : ', ');
  return {
    id,
    title: name ?? shownPlate(plate) ?? '',
    facts: [t.lacks(lacking)],
    since,
    address: pageOf(owner, id),
  };
}

/** The codes of nodemailer and of the system for a server that is not there. */
const unreachable = new Set(['ECONNECTION', 'ECONNREFUSED', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ENOTFOUND']);

function mailRow({ id, since, reason }: TodayOperation, { t: { mail: t } }: Words): RowView {
  const code = reason ?? '';
  const title =
    code === 'EAUTH'
      ? t.auth
      : code === 'EENVELOPE'
        ? t.refused
        : unreachable.has(code)
          ? t.unreachable
          : t.other(code);
  return { id, title, facts: [t.hint], since, address: sectionAddress('users', {}) };
}

function backupRow({ id, since, reason, succeeded_at: last }: TodayOperation, words: Words): RowView {
  const { backup: t } = words.t;
  const cause = reason && (reason === 'ENOSPC' ? t.full : t.other(reason));
  return { id, title: t.hint, facts: given([cause, last && t.last(words.format.time(last))]), since };
}

type Ticket = TodayCase | TodayRequest;

function ticketRow(section: 'cases' | 'rights', ticket: Ticket, title: string, words: Words): RowView {
  const { id, number, due_on: due } = ticket;
  return {
    id,
    title: `${title} ${number}`,
    facts: [words.t.deadline[deadlineState(due)](words.format.plainWeekday(due))],
    address: sectionAddress(section, { record: id }),
  };
}

function tripRow({ id, code, day, clock, name, driver }: TodayTrip, { t, format }: Words): RowView {
  return {
    id,
    title: name ?? code,
    facts: given([
      day && `${format.plainWeekday(day)}, ${clock}`,
      name !== null && code,
      driver ?? t.tripUnassigned,
    ]),
    address: sectionAddress('trips', { record: id }),
  };
}

function draftRow({ version, by, since }: TodayDraft, { t }: Words): RowView {
  return {
    id: String(version),
    title: t.draft.title,
    facts: [t.draft.by(by ?? t.draft.somebody)],
    since,
    address: publishAddress,
  };
}

/** The late cases are not counted again among those to answer: «1 caso atrasado, 3 por responder». */
function caseTitle({ count, late }: CaseLine, { t: { caseLine: t }, format }: Words): string {
  const waiting = count - late;
  if (late === 0) return t.waiting(count, format.count(count));
  const shownLate = t.late(late, format.count(late));
  return waiting === 0 ? shownLate : t.lateAndWaiting(shownLate, format.count(waiting));
}

/** The sentence above the rows of a line. */
export function titleOf(line: TodayLine, words: Words): string {
  if (line.id === 'cases') return caseTitle(line, words);
  return words.t.lines[line.id](line.count, words.format.count(line.count));
}

/** The rows of a line, as the list shows them. */
export function rowsOf(line: TodayLine, words: Words): readonly RowView[] {
  switch (line.id) {
    case 'cases':
      return line.rows.map((row) => ticketRow('cases', row, words.t.caseKinds[row.kind], words));
    case 'waiting':
    case 'photos':
      return line.rows.map(driverRow);
    case 'reviews':
      return line.rows.map((row) => reviewRow(row, words));
    case 'offline':
    case 'battery':
    case 'release':
      return line.rows.map((row) => deviceRow(row, words));
    case 'unverified':
    case 'expired':
    case 'expiring':
      return line.rows.map((row) => documentRow(row, words));
    case 'missing':
      return line.rows.map((row) => ownerRow(row, words));
    case 'mail':
      return line.rows.map((row) => mailRow(row, words));
    case 'backup':
      return line.rows.map((row) => backupRow(row, words));
    case 'rights':
      return line.rows.map((row) => ticketRow('rights', row, words.t.rightsKinds[row.kind], words));
    case 'draft':
      return line.rows.map((row) => draftRow(row, words));
    default:
      return line.rows.map((row) => tripRow(row, words));
  }
}
