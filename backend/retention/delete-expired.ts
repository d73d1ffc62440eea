import type { Queryable } from '../db/database.ts';
import type { DeletedRows } from '../service/options.ts';

/** Lifetimes of rows. */
interface RetentionRules {
  /** A session's lifetime since its start, in milliseconds; 0 is unlimited. */
  readonly timebox: number;
  /** A session's lifetime since its last use, in milliseconds; 0 is unlimited. */
  readonly inactivity: number;
  readonly auditDays: number;
}

/** Lifetime of codes, links and unfinished sign-ins. */
const shortLived = '1 day';

const tokenColumns = [
  'confirmation_token',
  'reauthentication_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token',
] as const;

const deadSessions = `delete from auth.sessions where not_after < $1
  or ($2::float8 > 0 and created_at < $1::timestamptz - $2::float8 * interval '1 ms')
  or ($3::float8 > 0 and coalesce(refreshed_at, created_at) < $1::timestamptz - $3::float8 * interval '1 ms') returning id`;

/** A trigger removes the rows of `auth.one_time_tokens` with the tokens. */
const oldTokens = `update auth.users u set ${tokenColumns
  .map((column) => `${column} = case when '${column}' = any (old.types) then '' else ${column} end`)
  .join(', ')}
  from (select user_id, array_agg(token_type) as types from auth.one_time_tokens
    where created_at < $1::timestamptz - interval '${shortLived}' group by user_id) as old
  where u.id = old.user_id returning u.id`;

const olderThanADay = (table: string): string =>
  `delete from ${table} where created_at < $1::timestamptz - interval '${shortLived}' returning id`;

/** Accounts created with a one-time code that nobody has entered. */
const provisionalAccounts = `delete from auth.users u
  where greatest(u.created_at, u.confirmation_sent_at, u.recovery_sent_at) < $1::timestamptz - interval '${shortLived}'
    and auth.is_provisional(u) returning id`;

async function count(db: Queryable, sql: string, values: readonly unknown[]): Promise<number> {
  return (await db.query(sql, values)).length;
}

async function deleteAuditEntries(db: Queryable, days: number): Promise<number> {
  const [row] = await db.query<{ deleted: number }>(
    `select auth.forget_audit_log_entries(make_interval(days => $1))::integer as deleted`,
    [days],
  );
  return row?.deleted ?? 0;
}

/** Removes names and addresses of deleted accounts from the audit log. */
async function anonymiseAuditEntries(db: Queryable): Promise<number> {
  const strangers = await db.query<{ id: string }>('select id from auth.audit_log_strangers() as id');
  for (const { id } of strangers) await db.query('select auth.anonymise_audit_log_entries($1)', [id]);
  return strangers.length;
}

/** Deletes expired rows; it may run at any time, and as often as wanted. */
export async function deleteExpired(db: Queryable, rules: RetentionRules, now: Date): Promise<DeletedRows> {
  const { timebox, inactivity, auditDays } = rules;
  return {
    sessions: await count(db, deadSessions, [now, timebox, inactivity]),
    codes: await count(db, oldTokens, [now]),
    flows: await count(db, olderThanADay('auth.flow_state'), [now]),
    challenges:
      (await count(db, olderThanADay('auth.mfa_challenges'), [now])) +
      (await count(db, olderThanADay('auth.webauthn_challenges'), [now])),
    providerRequests:
      (await count(db, olderThanADay('auth.oauth_client_states'), [now])) +
      (await count(db, olderThanADay('auth.saml_relay_states'), [now])),
    provisionalAccounts: await count(db, provisionalAccounts, [now]),
    auditEntries: await deleteAuditEntries(db, auditDays),
    auditNames: await anonymiseAuditEntries(db),
  };
}
