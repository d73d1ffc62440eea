import { withoutOneTimeTokens } from '../auth/store/users.ts';
import type { Config } from '../config/config.ts';
import type { Queryable } from '../db/database.ts';
import { runJob } from '../db/jobs.ts';
import type { Context } from '../service/context.ts';
import type { DeletedRows } from '../service/options.ts';
import { createSchedule } from '../util/schedule.ts';

/** The first poll waits until the start is over. */
const firstPollMs = 10 * 60_000;
const pollIntervalMs = 60 * 60_000;
/** Some minutes less than a day: polls are not exact, and the hour must not shift. */
const periodMs = 24 * 60 * 60_000 - pollIntervalMs / 2;

type Retained = Pick<Context, 'config' | 'db' | 'log' | 'options' | 'outages'>;

/** Codes, links and unfinished sign-ins that are older have expired. */
const aDayAgo = `$1::timestamptz - interval '1 day'`;

const deadSessions = `delete from auth.sessions where not_after < $1
  or ($2::float8 > 0 and created_at < $1::timestamptz - $2::float8 * interval '1 ms')
  or ($3::float8 > 0 and coalesce(refreshed_at, created_at) < $1::timestamptz - $3::float8 * interval '1 ms') returning id`;

/** A trigger removes the rows of `auth.one_time_tokens` with the tokens. */
const oldTokens = `update auth.users u set ${Object.keys(withoutOneTimeTokens)
  .map((column) => `${column} = case when '${column}' = any (old.types) then '' else ${column} end`)
  .join(', ')}
  from (select user_id, array_agg(token_type) as types from auth.one_time_tokens
    where created_at < ${aDayAgo} group by user_id) as old
  where u.id = old.user_id returning u.id`;

/** Accounts created with a one-time code that nobody has entered. */
const provisionalAccounts = `delete from auth.users u
  where greatest(u.created_at, u.confirmation_sent_at, u.recovery_sent_at) < ${aDayAgo}
    and auth.is_provisional(u) returning id`;

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
async function deleteExpired(db: Queryable, config: Config, now: Date): Promise<DeletedRows> {
  const { timebox, inactivity_timeout: inactivity } = config.protocol.auth.sessions;
  const count = async (sql: string, ...values: readonly unknown[]): Promise<number> =>
    (await db.query(sql, [now, ...values])).length;
  const countOld = (table: string): Promise<number> =>
    count(`delete from ${table} where created_at < ${aDayAgo} returning id`);
  return {
    sessions: await count(deadSessions, timebox, inactivity),
    codes: await count(oldTokens),
    flows: await countOld('auth.flow_state'),
    challenges: (await countOld('auth.mfa_challenges')) + (await countOld('auth.webauthn_challenges')),
    providerRequests:
      (await countOld('auth.oauth_client_states')) + (await countOld('auth.saml_relay_states')),
    provisionalAccounts: await count(provisionalAccounts),
    auditEntries: await deleteAuditEntries(db, config.auditRetentionDays),
    auditNames: await anonymiseAuditEntries(db),
  };
}

/** Deletes expired rows as of `now`: the backend's, then the product's. @throws pg.DatabaseError */
export async function enforceRetention(
  { config, db, options }: Pick<Retained, 'config' | 'options'> & { readonly db: Queryable },
  now: Date,
): Promise<DeletedRows> {
  const deleted: Record<string, number> = { ...(await deleteExpired(db, config, now)) };
  const further = (await options.deleteExpired?.(db, now)) ?? {};
  for (const [kind, count] of Object.entries(further)) deleted[kind] = (deleted[kind] ?? 0) + count;
  return Object.fromEntries(Object.entries(deleted).filter(([, count]) => count > 0));
}

/**
 * Enforces the retention unless a process on the database has done so today. Never throws: logs failures, and the next
 * look tries again.
 * @returns undefined when nothing was done
 */
export async function enforceDaily(context: Retained): Promise<DeletedRows | undefined> {
  try {
    const run = (transaction: Queryable) => enforceRetention({ ...context, db: transaction }, new Date());
    const deleted = await runJob(context.db.direct, { name: 'retention', periodMs, run });
    if (deleted && Object.keys(deleted).length > 0) context.log.info(deleted, 'deleted expired rows');
    return deleted;
  } catch (error) {
    context.outages.failed(error, 'could not delete expired rows');
    return undefined;
  }
}

/** Enforces the retention once a day over all processes on the database. */
export function scheduleRetention(context: Retained): Disposable {
  return createSchedule(() => enforceDaily(context), { firstMs: firstPollMs, intervalMs: pollIntervalMs });
}
