import type { Queryable } from '../../db/database.ts';
import { column, columnsOf, type RowOf } from '../../db/rows.ts';

const columns = columnsOf('auth.sessions', {
  id: column<string>(),
  user_id: column<string>(),
  aal: column<string>(),
  created_at: column<Date>(),
  refreshed_at: column<Date | null>(),
  not_after: column<Date | null>(),
  /** The time of the last refresh, until somebody presents its access token. */
  unconfirmed_since: column<Date | null>(),
});

/** A row of `auth.sessions`. */
export type SessionRow = RowOf<typeof columns>;

/** An entry of `amr`; `timestamp` in seconds since 1970. */
export interface AuthenticationMethod {
  readonly method: string;
  readonly timestamp: number;
  /** The id of the SSO provider, for `sso/saml`. */
  readonly provider?: string;
}

/**
 * The method of a session that a link for a device started. The link was handed over, so whoever has the device has
 * proved neither the mailbox nor the password of the account.
 */
export const deviceMethod = 'device';

/** The browser and the address of a sign-in or refresh. */
interface SessionClient {
  readonly userAgent: string | null;
  readonly address: string | null;
}

interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly method: string;
  readonly client: SessionClient;
  /** The stored form of its first refresh token. */
  readonly refreshToken: string;
}

/** Per user. A further sign-in ends the least recently used session, so that repeated sign-ins do not fill the disk. */
const maxSessions = 100;

/** Inserts a session, its method and its first refresh token; one statement to save round trips. */
export async function insertSession(transaction: Queryable, session: NewSession): Promise<SessionRow> {
  const { id, userId, method, client, refreshToken } = session;
  const [row] = await transaction.query<SessionRow>(
    `with session as (
       insert into auth.sessions (id, user_id, user_agent, ip) values ($1, $2, $3, $4) returning ${columns.sql}
     ), method as (
       insert into auth.mfa_amr_claims (session_id, authentication_method) select id, $5 from session
     ), surplus as (
       delete from auth.sessions where id in (
         select id from auth.sessions where user_id = $2 order by coalesce(refreshed_at, created_at) desc, id offset $7)
     ), token as (
       insert into auth.refresh_tokens (token, user_id, session_id) select $6, user_id, id from session
     )
     select * from session`,
    [id, userId, client.userAgent, client.address, method, refreshToken, maxSessions - 1],
  );
  return row!;
}

export function findSession(db: Queryable, id: string, userId: string): Promise<SessionRow | undefined> {
  return columns.find(db, 'id = $1 and user_id = $2', [id, userId]);
}

export async function listMethods(
  db: Queryable,
  sessionId: string,
): Promise<readonly AuthenticationMethod[]> {
  const rows = await db.query<Omit<AuthenticationMethod, 'provider'> & { readonly provider: string | null }>(
    `select a.authentication_method as method, floor(extract(epoch from a.updated_at))::float8 as timestamp,
       (select substr(i.provider, 5) from auth.identities i
        where a.authentication_method = 'sso/saml' and i.user_id = s.user_id and i.provider like 'sso:%'
        order by i.last_sign_in_at desc limit 1) as provider
     from auth.mfa_amr_claims a join auth.sessions s on s.id = a.session_id
     where a.session_id = $1 order by a.updated_at desc, a.id`,
    [sessionId],
  );
  return rows.map(({ provider, ...method }) => (provider === null ? method : { ...method, provider }));
}

/** Raises a session to `aal2` after a second factor. @returns false when the session has ended */
export async function raiseSession(
  transaction: Queryable,
  id: string,
  factorId: string,
  method: string,
): Promise<boolean> {
  const rows = await transaction.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1 returning id`,
    [id, factorId],
  );
  if (rows.length === 0) return false;
  await recordMethod(transaction, id, method);
  return true;
}

/** Adds a method to a session, or the time of its repetition. */
export async function recordMethod(db: Queryable, sessionId: string, method: string): Promise<void> {
  await db.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [sessionId, method],
  );
}

/** Whether the last sign-in or refresh of a session came from this browser and address. */
export async function isLastClient(
  transaction: Queryable,
  id: string,
  { userAgent, address }: SessionClient,
): Promise<boolean> {
  const rows = await transaction.query(
    `select from auth.sessions
     where id = $1 and user_agent is not distinct from $2 and ip is not distinct from $3::inet`,
    [id, userAgent, address],
  );
  return rows.length > 0;
}

/** @param unconfirmedSince see `SessionRow` */
export async function markRefreshed(
  transaction: Queryable,
  id: string,
  { userAgent, address }: SessionClient,
  unconfirmedSince: Date | null,
): Promise<void> {
  await transaction.query(
    `update auth.sessions set refreshed_at = now(), updated_at = now(), user_agent = $2, ip = $3,
       unconfirmed_since = $4 where id = $1`,
    [id, userAgent, address, unconfirmedSince],
  );
}

/** The ids of sessions to end or to keep; all end by default. */
export interface Ending {
  readonly except?: string;
  readonly only?: string;
}

/**
 * Deletes sessions of a user with their refresh tokens. The database notifies all server processes.
 * @returns the ids of the ended sessions, for this process to forget at once
 */
export async function endSessions(
  db: Queryable,
  userId: string,
  { except, only }: Ending = {},
): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `delete from auth.sessions
     where user_id = $1 and id is distinct from $2::uuid and ($3::uuid is null or id = $3) returning id`,
    [userId, except ?? null, only ?? null],
  );
  return rows.map(({ id }) => id);
}

/** Deletes the sessions of a user that no second factor has raised. @returns as `endSessions` */
export async function endUnraisedSessions(db: Queryable, userId: string): Promise<readonly string[]> {
  const sql = `delete from auth.sessions where user_id = $1 and aal < 'aal2' returning id`;
  return (await db.query<{ id: string }>(sql, [userId])).map(({ id }) => id);
}
