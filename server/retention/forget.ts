import type { Queryable } from '../db/database.ts';

/** How long things are kept; in milliseconds, 0 is for ever. */
export interface RetentionRules {
  /** A session from its beginning, and from its last use: beyond that it can no longer be refreshed. */
  readonly timebox: number;
  readonly inactivity: number;
  readonly auditDays: number;
}

/** What was deleted, by kind; kinds without any are left out. */
export type Forgotten = Readonly<Record<string, number>>;

/** Codes, links and sign-ins under way: none is good for longer. A photo has been given to a driver by then. */
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

/** Accounts created for a code that nobody has entered. */
const provisionalAccounts = `delete from auth.users u
  where greatest(u.created_at, u.confirmation_sent_at, u.recovery_sent_at) < $1::timestamptz - interval '${shortLived}'
    and auth.is_provisional(u) returning id`;

/** Photos of drivers who are gone, replaced photos, and those of registrations that were given up. */
const orphanedPhotos = `delete from storage.objects o
  where o.bucket_id = 'imagenes' and o.name like 'profile-photos/%'
    and o.created_at < $1::timestamptz - interval '${shortLived}'
    and not exists (select from public.drivers d
      where right(d.photo_url, length(o.name) + 10) = '/imagenes/' || o.name) returning id`;

async function count(db: Queryable, sql: string, values: readonly unknown[]): Promise<number> {
  return (await db.query(sql, values)).length;
}

async function forgetAuditLog(db: Queryable, days: number): Promise<number> {
  const [row] = await db.query<{ forgotten: number }>(
    `select auth.forget_audit_log_entries(make_interval(days => $1))::integer as forgotten`,
    [days],
  );
  return row?.forgotten ?? 0;
}

async function forgetStrangers(db: Queryable): Promise<number> {
  const strangers = await db.query<{ id: string }>('select id from auth.audit_log_strangers() as id');
  for (const { id } of strangers) await db.query('select auth.anonymise_audit_log_entries($1)', [id]);
  return strangers.length;
}

/**
 * Deletes what has had its time. Whatever was deleted before is not looked for again, so it may run at any time and as
 * often as one likes. The bytes of photos go with their rows (`storage_version_gone`).
 */
export async function forget(db: Queryable, rules: RetentionRules, now: Date): Promise<Forgotten> {
  const { timebox, inactivity, auditDays } = rules;
  const numbers = {
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
    photos: await count(db, orphanedPhotos, [now]),
    auditEntries: await forgetAuditLog(db, auditDays),
    auditNames: await forgetStrangers(db),
  };
  return Object.fromEntries(Object.entries(numbers).filter(([, number]) => number > 0));
}
