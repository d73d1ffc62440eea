import { callFunction } from '../client.ts';
import type { Page } from './page.ts';

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

export const entriesPerPage = 25;

/** The moment a day begins here; undefined for an invalid day. */
function beginning(day: string, later: number): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + later);
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
}

interface AuditResponse {
  readonly entries: readonly AuditEntry[];
  readonly total: number;
}

/**
 * One page of the audit log, newest first.
 * @param page from 1
 * @throws DataError `not_admin`
 */
export async function listAuditEntries(
  filter: AuditFilter,
  page: number,
  signal: AbortSignal,
): Promise<Page<AuditEntry>> {
  const parameters = {
    page: String(page),
    per_page: String(entriesPerPage),
    person: filter.person.replace(/\p{Control}/gu, ' '),
    action: filter.action,
    refused: filter.refused,
    from: beginning(filter.from, 0),
    until: beginning(filter.until, 1),
  };
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  );
  const { entries, total } = await callFunction<AuditResponse>(`admin-users/audit?${query}`, {
    method: 'GET',
    signal,
  });
  const pages = Math.max(1, Math.ceil(total / entriesPerPage));
  return page > pages ? listAuditEntries(filter, pages, signal) : { rows: entries, page, total };
}
