import { endOfChileanDay } from '../../../shared/chile/endOfDay.ts';
import { chileanMoment } from '../../../shared/chile/time.ts';
import { callPage, type Page, type WantedPage } from '../list/page.ts';
import { withoutControls } from '../list/search.ts';
import type { AuditEntry } from './auditEntry.ts';

/** Filters; empty text for none. */
export interface AuditFilter {
  /** Part of an e-mail address or telephone number. */
  readonly search: string;
  readonly action: string;
  /** `true`: only failed attempts. */
  readonly refused: string;
  /** Days in Chile, as `2026-11-21`; both count. */
  readonly from: string;
  readonly until: string;
}

/** One page of the audit log, newest first. */
export function listAuditEntries(
  { search, ...filter }: AuditFilter,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<AuditEntry>> {
  const filters = {
    ...filter,
    person: withoutControls(search),
    from: chileanMoment(filter.from, '00:00')?.toISOString() ?? '',
    until: endOfChileanDay(filter.until)?.toISOString() ?? '',
  };
  return callPage('admin-users/audit', 'entries', filters, page, signal);
}
