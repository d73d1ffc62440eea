import { createHash } from 'node:crypto';
import type { Queryable } from '../../db/database.ts';

/** A row of `auth.saml_relay_states`: a request to an identity provider that awaits its response. */
export interface RelayState {
  readonly id: string;
  readonly sso_provider_id: string;
  readonly request_id: string;
  readonly redirect_to: string | null;
  readonly flow_state_id: string | null;
  readonly created_at: Date;
}

/** Milliseconds that a person may spend at the identity provider. */
export const relayLifetime = 5 * 60_000;

export async function insertRelayState(
  db: Queryable,
  { id, sso_provider_id, request_id, redirect_to, flow_state_id }: Omit<RelayState, 'created_at'>,
): Promise<void> {
  await db.query(
    `delete from auth.saml_relay_states where created_at < now() - interval '15 minutes'
       and (redirect_to is not null or created_at < now() - interval '1 day')`,
  );
  await db.query(
    `insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id)
     values ($1, $2, $3, $4, $5)`,
    [id, sso_provider_id, request_id, redirect_to, flow_state_id],
  );
}

/** Deletes and returns a request, so that one response uses it. */
export async function takeRelayState(db: Queryable, id: string): Promise<RelayState | undefined> {
  const rows = await db.query<RelayState>(
    `delete from auth.saml_relay_states where id = $1 and redirect_to is not null
     returning id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at`,
    [id],
  );
  return rows[0];
}

/** The first 128 bits of a hash, formatted as a UUID. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Saves the id of an unsolicited assertion, because no request prevents its replay. The row outlives the assertion.
 * @returns false when it was used before
 */
export async function noteAssertion(
  db: Queryable,
  providerId: string,
  assertionId: string,
): Promise<boolean> {
  await db.query(`delete from auth.saml_relay_states where created_at < now() - interval '1 day'`);
  const rows = await db.query(
    `insert into auth.saml_relay_states (id, sso_provider_id, request_id) values ($1, $2, $3)
     on conflict (id) do nothing returning id`,
    [uuidOf(`${providerId} ${assertionId}`), providerId, assertionId],
  );
  return rows.length > 0;
}
