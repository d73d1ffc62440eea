import type { RightsKind, RightsOutcome, RightsPerson } from '../../../shared/rights.ts';
import { requestAsNobody } from '../asNobody.ts';
import type { CaseMessage } from './tickets.ts';

// The page of a request asks before React has loaded: keep this small.

/** A request as its author writes it; the names are those of `open_rights_request`. */
export interface NewRightsRequest {
  readonly kind: RightsKind;
  readonly person: RightsPerson;
  readonly name: string;
  readonly body: string;
  readonly language: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** The page of a request. Days are days in Chile. */
export interface RightsPage {
  readonly number: string;
  readonly kind: RightsKind;
  /** Null while it is open. */
  readonly outcome: RightsOutcome | null;
  readonly received_on: string;
  readonly due_on: string;
  /** Null unless the deadline was extended. */
  readonly extension_reason: string | null;
  readonly confirmed: boolean;
  /** The secret was sent to the contact, which nobody has confirmed. */
  readonly may_confirm: boolean;
  readonly messages: readonly CaseMessage[];
}

/** @returns null for an unknown secret, or one of a request that was deleted */
export async function readRightsPage(secret: string): Promise<RightsPage | null> {
  const [page] = (await requestAsNobody('rpc/rights_request_by_secret', { secret })) as RightsPage[];
  return page ?? null;
}

/**
 * Sends a request. The same secret always sends the same one.
 * @returns its number
 * @throws DataError `over_case_rate_limit`, `validation_failed`
 */
export async function openRightsRequest(secret: string, written: NewRightsRequest): Promise<string> {
  return (await requestAsNobody('rpc/open_rights_request', { ...written, secret })) as string;
}

/** Confirms that the holder of the secret reads the contact of the request. */
export async function confirmRightsRequest(secret: string): Promise<void> {
  await requestAsNobody('rpc/confirm_rights_request', { secret });
}
