import type { CaseKind, CaseState } from '../../../shared/cases.ts';
import { requestAsNobody } from '../asNobody.ts';

// A ticket page asks before React has loaded: keep this small.

export interface CaseMessage {
  readonly id: string;
  readonly from_company: boolean;
  readonly body: string;
  readonly created_at: string;
}

/** A ticket page. Times are ISO 8601, `due_on` is a day in Chile. */
export interface Ticket {
  readonly number: string;
  readonly kind: CaseKind;
  readonly state: CaseState;
  readonly created_at: string;
  readonly due_on: string;
  readonly messages: readonly CaseMessage[];
}

/** @returns null for an unknown secret, or one of a case whose data were deleted */
export async function readTicket(secret: string): Promise<Ticket | null> {
  const [ticket] = (await requestAsNobody('rpc/case_by_secret', { secret })) as Ticket[];
  return ticket ?? null;
}
