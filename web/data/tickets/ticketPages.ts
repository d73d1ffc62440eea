import type { CaseKind, CaseState } from '../../../shared/cases.ts';
import type { RightsKind, RightsOutcome } from '../../../shared/rights.ts';
import { requestAsNobody } from '../asNobody.ts';

// A ticket's page asks before React has loaded: keep this small.

export interface TicketMessage {
  readonly id: string;
  readonly from_company: boolean;
  readonly body: string;
  readonly created_at: string;
}

/** The page of a ticket. Times are ISO 8601, days are days in Chile. */
interface TicketPage {
  readonly number: string;
  readonly due_on: string;
  readonly messages: readonly TicketMessage[];
}

export interface PublicCase extends TicketPage {
  readonly kind: CaseKind;
  readonly state: CaseState;
  readonly created_at: string;
  /** Whether the photo of the case has arrived. */
  readonly has_photo: boolean;
}

export interface RightsPage extends TicketPage {
  readonly kind: RightsKind;
  /** Null while it is open. */
  readonly outcome: RightsOutcome | null;
  readonly received_on: string;
  /** Null unless the deadline was extended. */
  readonly extension_reason: string | null;
  readonly confirmed: boolean;
  /** The secret was sent to the contact, which nobody has confirmed. */
  readonly may_confirm: boolean;
}

async function readPage<Page>(name: string, secret: string): Promise<Page | null> {
  const [page] = (await requestAsNobody(`rpc/${name}`, { secret })) as Page[];
  return page ?? null;
}

/** @returns null for an unknown secret, or one of a case whose data were deleted */
export const readCasePage = (secret: string) => readPage<PublicCase>('case_by_secret', secret);

/** @returns null for an unknown secret, or one of a request that was deleted */
export const readRightsPage = (secret: string) => readPage<RightsPage>('rights_request_by_secret', secret);
