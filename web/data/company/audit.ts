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
  /** Days of this device, as `2026-11-21`; both count. */
  readonly from: string;
  readonly until: string;
}

/** The moment a day begins here; empty for an invalid day. */
function beginning(day: string, later: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + later);
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(time.getTime()) ? time.toISOString() : '';
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
    from: beginning(filter.from, 0),
    until: beginning(filter.until, 1),
  };
  return callPage('admin-users/audit', 'entries', filters, page, signal);
}
