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

/** Codes, links and sign-ins under way: none is good for longer. */
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

async function count(db: Queryable, sql: string, values: readonly unknown[]): Promise<number> {
  return (await db.query(sql, values)).length;
}

/**
 * What the project itself no longer needs: its migrations may define `private.delete_orphaned_photos`, which knows what
 * an orphan is. Projects without the function keep all their files.
 */
async function forgetPhotos(db: Queryable, now: Date): Promise<number> {
  const name = 'private.delete_orphaned_photos(timestamptz)';
  const [known] = await db.query(`select where to_regprocedure('${name}') is not null`);
  if (!known) return 0;
  const [row] = await db.query<{ forgotten: number }>(
    'select private.delete_orphaned_photos($1)::integer as forgotten',
    [now],
  );
  return row?.forgotten ?? 0;
}

async function forgetAuditLog(db: Queryable, days: number): Promise<number> {
  const [row] = await db.query<{ forgotten: number }>(
    `select auth.forget_audit_log_entries(make_interval(days => $1))::integer as forgotten`,
    [days],
  );
  return (row?.forgotten ?? 0) + (await forgetProductAudit(db));
}

/** The product's own audit knows its retention itself; a project of somebody else has none. */
async function forgetProductAudit(db: Queryable): Promise<number> {
  const [known] = await db.query<{ known: boolean }>(
    `select to_regprocedure('private.forget_audit()') is not null as known`,
  );
  if (!known?.known) return 0;
  const [row] = await db.query<{ forgotten: number }>('select private.forget_audit()::integer as forgotten');
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
    photos: await forgetPhotos(db, now),
    auditEntries: await forgetAuditLog(db, auditDays),
    auditNames: await forgetStrangers(db),
  };
  return Object.fromEntries(Object.entries(numbers).filter(([, number]) => number > 0));
}
