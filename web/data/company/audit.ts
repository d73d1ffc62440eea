import { chileanMoment, endOfChileanDay } from '../../../shared/chile/time.ts';
import { callPage, type Page, type WantedPage } from '../list/page.ts';
import { withoutControls } from '../list/search.ts';

/** An entry of the audit log, as `functions/v1/admin-users/audit` gives it. */
export interface AuditEntry {
  readonly id: string;
  readonly payload: {
    readonly action: string;
    /** Zeros for nobody and for the server itself. */
    readonly actor_id: string;
    readonly actor_username: string;
    readonly traits?: Readonly<Record<string, string | number | boolean>>;
  };
  /** ISO 8601. */
  readonly created_at: string;
  /** Empty for acts of the server itself. */
  readonly ip_address: string;
  /** The name of the record: empty for a person's that was deleted, null for an entry about none. */
  readonly subject?: { readonly name?: string; readonly plate?: string } | null;
}

/** Filters; empty text for none. */
export interface AuditFilter {
  /** Part of an e-mail address or telephone number. */
  readonly person: string;
  readonly action: string;
  /** `true`: only failed attempts. */
  readonly refused: string;
  /** Days in Chile, as `2026-11-21`; both count. */
  readonly from: string;
  readonly until: string;
}

/** One page of the audit log, newest first. */
export function listAuditEntries(
  filter: AuditFilter,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<AuditEntry>> {
  const filters = {
    ...filter,
    person: withoutControls(filter.person),
    from: chileanMoment(filter.from, '00:00')?.toISOString() ?? '',
    until: endOfChileanDay(filter.until)?.toISOString() ?? '',
  };
  return callPage('admin-users/audit', 'entries', filters, page, signal);
}
