import { createHash } from 'node:crypto';
import type { Queryable } from '../../db/database.ts';
import { column, columnsOf, insertRow, type RowOf } from '../../db/rows.ts';

const columns = columnsOf('auth.saml_relay_states', {
  id: column<string>(),
  sso_provider_id: column<string>(),
  request_id: column<string>(),
  redirect_to: column<string | null>(),
  flow_state_id: column<string | null>(),
  created_at: column<Date>(),
});

/** A row of `auth.saml_relay_states`: a request to an identity provider that awaits its response. */
export type RelayState = RowOf<typeof columns>;

/** Time that a person may spend at the identity provider. */
export const relayLifetimeMs = 5 * 60_000;

export async function insertRelayState(db: Queryable, state: Omit<RelayState, 'created_at'>): Promise<void> {
  await db.query(
    `delete from auth.saml_relay_states where created_at < now() - interval '15 minutes'
       and (redirect_to is not null or created_at < now() - interval '1 day')`,
  );
  await insertRow(db, 'auth.saml_relay_states', state);
}

/** Deletes and returns a request, so that one response uses it. */
export function takeRelayState(db: Queryable, id: string): Promise<RelayState | undefined> {
  const sql = `delete from auth.saml_relay_states where id = $1 and redirect_to is not null
     returning ${columns.sql}`;
  return columns.first(db, sql, [id]);
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
