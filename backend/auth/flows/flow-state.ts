import { createHash, randomUUID } from 'node:crypto';
import type { Queryable } from '../../db/database.ts';
import type { ProviderArrival } from '../external/account.ts';

/** A row of `auth.flow_state`: a sign-in of several requests. */
export interface FlowStateRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly code_challenge: string | null;
  readonly code_challenge_method: 's256' | 'plain' | null;
  readonly provider_type: string;
  readonly provider_access_token: string | null;
  readonly provider_refresh_token: string | null;
  readonly authentication_method: string;
  readonly created_at: Date;
  readonly auth_code_issued_at: Date | null;
  readonly invite_token: string | null;
  readonly referrer: string | null;
  readonly linking_target_id: string | null;
  readonly email_optional: boolean;
  /** The identity that joins the account of `user_id` when the code is exchanged. */
  readonly pending_identity: ProviderArrival | null;
}

type NewFlowState = Partial<
  Pick<
    FlowStateRow,
    | 'user_id'
    | 'code_challenge'
    | 'code_challenge_method'
    | 'invite_token'
    | 'referrer'
    | 'linking_target_id'
    | 'email_optional'
  >
> & { readonly linking_session_id?: string | null } & Pick<
    FlowStateRow,
    'provider_type' | 'authentication_method'
  >;

const columns = `id, user_id, code_challenge, code_challenge_method, provider_type, provider_access_token,
  provider_refresh_token, authentication_method, created_at, auth_code_issued_at, invite_token, referrer,
  linking_target_id, email_optional, pending_identity`;

/** Milliseconds for the provider to send the user back, and then for the app to exchange its code. */
export const flowLifetime = 5 * 60_000;
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
  const names = Object.keys(flow);
  const rows = await db.query<{ id: string }>(
    `insert into auth.flow_state (${names.join(', ')})
     values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(flow),
  );
  return rows[0]!.id;
}

/** @param id a UUID */
export async function findFlowState(db: Queryable, id: string): Promise<FlowStateRow | undefined> {
  return (await db.query<FlowStateRow>(`select ${columns} from auth.flow_state where id = $1`, [id]))[0];
}

/** The flow of a mailed link: the user's latest by this method that has no code yet. */
export async function findFlowStateOfUser(
  db: Queryable,
  userId: string,
  method: string,
): Promise<FlowStateRow | undefined> {
  const rows = await db.query<FlowStateRow>(
    `select ${columns} from auth.flow_state
     where user_id = $1 and authentication_method = $2 and auth_code is null order by created_at desc limit 1`,
    [userId, method],
  );
  return rows[0];
}

/** The result of a proved sign-in. */
export interface Completion {
  readonly userId: string;
  readonly providerAccessToken?: string | undefined;
  readonly providerRefreshToken?: string | undefined;
  /** The identity to link when the app exchanges the code. */
  readonly pendingIdentity?: ProviderArrival | undefined;
}

/**
 * Completes a flow.
 * @returns the code that the app exchanges for a session; undefined when the flow is gone or has a code already
 */
export async function issueAuthCode(
  db: Queryable,
  id: string,
  completion: Completion,
): Promise<string | undefined> {
  const code = randomUUID();
  const rows = await db.query(
    `update auth.flow_state set auth_code = $2, auth_code_issued_at = now(), updated_at = now(), user_id = $3,
       provider_access_token = $4, provider_refresh_token = $5, pending_identity = $6
     where id = $1 and auth_code is null returning id`,
    [
      id,
      hashCode(code),
      completion.userId,
      completion.providerAccessToken ?? null,
      completion.providerRefreshToken ?? null,
      completion.pendingIdentity === undefined ? null : JSON.stringify(completion.pendingIdentity),
    ],
  );
  return rows.length === 0 ? undefined : code;
}

/** The flow of a code, locked until the transaction ends. */
export async function lockFlowStateByCode(
  transaction: Queryable,
  code: string,
): Promise<FlowStateRow | undefined> {
  const rows = await transaction.query<FlowStateRow>(
    `select ${columns} from auth.flow_state where auth_code = $1 for update`,
    [hashCode(code)],
  );
  return rows[0];
}

export async function deleteFlowState(db: Queryable, id: string): Promise<void> {
  await db.query('delete from auth.flow_state where id = $1', [id]);
}

/** Whether the flow exceeded `flowLifetime`, in its present step. */
export function isFlowStateExpired(flow: FlowStateRow): boolean {
  return (flow.auth_code_issued_at ?? flow.created_at).getTime() + flowLifetime < Date.now();
}
