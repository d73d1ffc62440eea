import { createHash, randomUUID } from 'node:crypto';
import type { Queryable } from '../../db/database.ts';
import { column, columnsOf, insertRow, type RowOf } from '../../db/rows.ts';
import { AuthError } from '../errors.ts';
import type { ProviderArrival } from './identities.ts';

const columns = columnsOf('auth.flow_state', {
  id: column<string>(),
  user_id: column<string | null>(),
  code_challenge: column<string | null>(),
  code_challenge_method: column<'s256' | 'plain' | null>(),
  provider_type: column<string>(),
  provider_access_token: column<string | null>(),
  provider_refresh_token: column<string | null>(),
  authentication_method: column<string>(),
  created_at: column<Date>(),
  auth_code_issued_at: column<Date | null>(),
  referrer: column<string | null>(),
  linking_target_id: column<string | null>(),
  email_optional: column<boolean>(),
  /** The identity that joins the account of `user_id` when the code is exchanged. */
  pending_identity: column<ProviderArrival | null>(),
});

/** A row of `auth.flow_state`: a sign-in of several requests. */
export type FlowStateRow = RowOf<typeof columns>;

/** Tokens with which the app may call the provider. */
export type ProviderTokens = Pick<FlowStateRow, 'provider_access_token' | 'provider_refresh_token'>;

type NewFlowState = Pick<FlowStateRow, 'provider_type' | 'authentication_method'> &
  Partial<FlowStateRow> & { readonly linking_session_id?: string | null };

/** Time for the provider to send the user back, and then for the app to exchange its code. */
export const flowLifetimeMs = 5 * 60_000;
/** After this time a flow with a provider is deleted: more than twice `flowLifetime`. */
const providerWait = '15 minutes';
/** After this time a flow with a mailed link is deleted: no link is valid for longer. */
const longestWait = '1 day';

function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Inserts a flow, and deletes abandoned ones. @returns the id */
export async function insertFlowState(db: Queryable, flow: NewFlowState): Promise<string> {
  await db.query(
    `delete from auth.flow_state where created_at < now() - $1::interval
       and (authentication_method in ('oauth', 'sso/saml') or created_at < now() - $2::interval)`,
    [providerWait, longestWait],
  );
  return insertRow(db, 'auth.flow_state', flow);
}

/** @param id a UUID */
export function findFlowState(db: Queryable, id: string): Promise<FlowStateRow | undefined> {
  return columns.find(db, 'id = $1', [id]);
}

/** The flow of a mailed link: the user's latest by this method that has no code yet. */
export function findFlowStateOfUser(
  db: Queryable,
  userId: string,
  method: string,
): Promise<FlowStateRow | undefined> {
  const condition = 'user_id = $1 and authentication_method = $2 and auth_code is null';
  return columns.find(db, `${condition} order by created_at desc limit 1`, [userId, method]);
}

/** The flow of a code, locked until the transaction ends. */
export function lockFlowStateByCode(transaction: Queryable, code: string): Promise<FlowStateRow | undefined> {
  return columns.find(transaction, 'auth_code = $1 for update', [hashCode(code)]);
}

/** The result of a proved sign-in; `pending_identity` is to be linked when the app exchanges the code. */
type Completion = { readonly user_id: string } & Partial<
  Pick<FlowStateRow, 'provider_access_token' | 'provider_refresh_token' | 'pending_identity'>
>;

/**
 * Completes a flow.
 * @returns the code that the app exchanges for a session
 * @throws AuthError flow_state_already_used when the flow is gone or has a code already
 */
export async function issueAuthCode(db: Queryable, id: string, completion: Completion): Promise<string> {
  const { user_id, provider_access_token, provider_refresh_token, pending_identity } = completion;
  const code = randomUUID();
  const rows = await db.query(
    `update auth.flow_state set auth_code = $2, auth_code_issued_at = now(), updated_at = now(), user_id = $3,
       provider_access_token = $4, provider_refresh_token = $5, pending_identity = $6
     where id = $1 and auth_code is null returning id`,
    [id, hashCode(code), user_id, provider_access_token, provider_refresh_token, pending_identity],
  );
  if (rows.length === 0) throw new AuthError('flow_state_already_used');
  return code;
}

export async function deleteFlowState(db: Queryable, id: string): Promise<void> {
  await db.query('delete from auth.flow_state where id = $1', [id]);
}

/** Whether the flow exceeded `flowLifetime`, in its present step. */
export function isFlowStateExpired(flow: FlowStateRow): boolean {
  return (flow.auth_code_issued_at ?? flow.created_at).getTime() + flowLifetimeMs < Date.now();
}
