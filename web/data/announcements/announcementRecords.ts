import { perPage, readParts, readRpcPage, type Page, type WantedPage } from '../list/page.ts';
import { withoutControls } from '../list/search.ts';
import type { SortedByFunction } from '../list/sort.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import type { FunctionRow, Known } from '../rows.ts';

/** The states that the list of announcements can be filtered by. The withdrawn ones have ended. */
export const announcementStates = ['current', 'ended'] as const;
export const announcementAudiences = ['all', 'drivers', 'vehicles'] as const;
export type AnnouncementAudience = (typeof announcementAudiences)[number];

/** An announcement as the company's office sees it. Times are ISO 8601; `valid_until` is a day in Chile. */
export type Announcement = Known<
  FunctionRow<'list_announcements_by'>,
  {
    /** Plain text; null for the notice of a new privacy policy. */
    readonly body: string | null;
    readonly policy_version: number | null;
    readonly audience: AnnouncementAudience;
    /** The first three names of the drivers, or plates of the vehicles, that it is for. */
    readonly names: readonly string[];
    /** How many drivers or vehicles it names. */
    readonly targets: number;
    readonly withdrawn_at: string | null;
    /** The e-mail of the account that wrote it; null once that is deleted. */
    readonly author: string | null;
    /** How many drivers it is for; `reads` of them have read it. */
    readonly recipients: number;
  }
>;

/** Filters; empty text for none. */
export interface AnnouncementFilter extends SortedByFunction<'list_announcements_by'> {
  readonly search: string;
  readonly state: (typeof announcementStates)[number] | '';
}

/**
 * One page of the announcements that a filter shows, newest first unless a heading sorts them; the last one if the page does not
 * exist any more.
 */
export async function listAnnouncementsPage(
  filter: AnnouncementFilter,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<Announcement>> {
  const { search, state, sort = '' } = filter;
  const wanted = { search: withoutControls(search), state, sort };
  const found = await readRpcPage(page, signal, (part) =>
    getDatabase().rpc('list_announcements_by', { ...wanted, ...part }),
  );
  return found as Page<Announcement>;
}

/** @returns null for an announcement that is gone */
export async function readAnnouncement(id: string, signal: AbortSignal): Promise<Announcement | null> {
  const everything = readParts(perPage, (part) =>
    listAnnouncementsPage({ search: '', state: '' }, part, signal),
  );
  for await (const rows of everything) {
    const found = rows.find((row) => row.id === id);
    if (found) return found;
  }
  return null;
}

/** A driver whom an announcement is for. */
export type AnnouncementReader = Known<
  FunctionRow<'list_announcement_readers'>,
  {
    /** The driver's id. */
    readonly id: string;
    readonly license_plate: string | null;
    readonly contact: string | null;
    /** ISO 8601; null for a driver who has not read it. */
    readonly read_at: string | null;
  }
>;

/** One page of the drivers whom an announcement is for, those who have not read it first. */
export async function listReadersPage(
  announcement: string,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<AnnouncementReader>> {
  const found = await readRpcPage(page, signal, (part) =>
    getDatabase().rpc('list_announcement_readers', { announcement, ...part }),
  );
  return found as Page<AnnouncementReader>;
}

/** An announcement that is being written. */
export interface NewAnnouncement {
  /** A UUID: a repeated call writes it once. */
  readonly id: string;
  readonly body: string;
  readonly language: string;
  /** The last day in Chile on which it holds. */
  readonly validUntil: string;
  /** Ids of the drivers, or else of the vehicles, that it is for; neither for all drivers. */
  readonly drivers?: readonly string[];
  readonly vehicles?: readonly string[];
}

/** @throws DataError `validation_failed`, `not_admin` */
export async function writeAnnouncement(announcement: NewAnnouncement): Promise<void> {
  const { id, body, language, validUntil, drivers, vehicles } = announcement;
  const given = { id, body, language, valid_until: validUntil };
  const named = { ...(drivers && { drivers: [...drivers] }), ...(vehicles && { vehicles: [...vehicles] }) };
  unwrap(await getDatabase().rpc('write_announcement', { ...given, ...named }));
}

/** Takes an announcement back: drivers do not see it any more. @throws DataError `announcement_not_found`, `not_admin` */
export async function withdrawAnnouncement(announcement: string): Promise<void> {
  unwrap(await getDatabase().rpc('withdraw_announcement', { announcement }));
}

/** Deletes an announcement and who read it; administrators only. @throws DataError `announcement_not_found`, `not_admin` */
export async function deleteAnnouncement(announcement: string): Promise<void> {
  unwrap(await getDatabase().rpc('delete_announcement', { announcement }));
}
