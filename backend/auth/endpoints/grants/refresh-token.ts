import * as v from 'valibot';
import type { Queryable } from '../../../db/database.ts';
import type { Reply } from '../../../http/reply.ts';
import { readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import { notify } from '../../domain/accounts/notices.ts';
import { isRefreshToken } from '../../domain/secrets/token-derivation.ts';
import {
  findActiveToken,
  insertRefreshToken,
  isExchangeable,
  lockRefreshToken,
  originOf,
  type RefreshTokenRow,
} from '../../store/refresh-tokens.ts';
import { recordOwn } from '../../domain/recording/recording.ts';
import { issueTokens, sessionResponse, type TokenIssuer } from '../../domain/sessions/start.ts';
import {
  endSessions,
  findSession,
  isLastClient,
  listMethods,
  markRefreshed,
  type SessionRow,
} from '../../store/sessions.ts';
import { findUser, isBanned, type AuthUser } from '../../store/users.ts';
import type { IssuedSession } from '../../domain/accounts/views.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';

const bodySchema = v.object({ refresh_token: text });

interface Successor {
  readonly token: string;
  /** See `SessionRow`. */
  readonly unconfirmedSince: Date | null;
}

interface Presented {
  readonly row: RefreshTokenRow;
  readonly session: SessionRow;
  /** See `isExchangeable`. */
  readonly wasExchangeable: boolean;
}

type Outcome =
  | { readonly session: IssuedSession }
  | { readonly failure: AuthError; readonly ended: readonly string[]; readonly user: AuthUser };

/**
 * POST /token?grant_type=refresh_token: the Session with new tokens. Illegal reuse of a token ends its session, for the
 * owner and a thief alike, and a mail informs the owner. Only unknown tokens count against the limit of a network: many
 * devices may share one address.
 * @throws AuthError validation_failed, refresh_token_not_found, refresh_token_already_used, session_not_found,
 *   session_expired, user_banned, over_request_rate_limit, conflict
 */
export async function refreshTokenGrant(request: AuthRequest): Promise<Reply> {
  const { refresh_token: token } = await readJson(request, bodySchema);
  if (token === '') throw invalid('refresh_token required');
  if (!isRefreshToken(token)) throw invalid('Refresh token is not valid');
  const wasExchangeable = await isExchangeable(request.db, request.refreshTokens.lookup(token));
  if (wasExchangeable === undefined) {
    await request.limits.unknownRefreshToken(request.network);
    throw new AuthError('refresh_token_not_found');
  }
  const outcome = await request.db.transaction((transaction) =>
    refresh(request, transaction, token, wasExchangeable),
  );
  if ('failure' in outcome) {
    for (const id of outcome.ended) request.tokens.forgetSession(id);
    recordOwn(request, 'token_revoked', outcome.user, { sessions: outcome.ended.length });
    if (outcome.ended.length > 0) notify(request, outcome.user, 'session_ended');
    throw outcome.failure;
  }
  return sessionResponse(outcome.session);
}

async function refresh(
  request: TokenIssuer & Pick<AuthRequest, 'client' | 'refreshTokens'>,
  transaction: Queryable,
  token: string,
  wasExchangeable: boolean,
): Promise<Outcome> {
  const row = await lockRefreshToken(transaction, request.refreshTokens.lookup(token));
  if (!row) throw new AuthError('refresh_token_not_found');
  const { session, user } = await checkSession(request, transaction, row);
  const next = await successor(request, transaction, { row, session, wasExchangeable });
  if (next === undefined) {
    const rotating = request.settings.enable_refresh_token_rotation;
    const ended = rotating ? await endSessions(transaction, user.id, { only: session.id }) : [];
    return { failure: new AuthError('refresh_token_already_used'), ended, user };
  }
  await markRefreshed(transaction, session.id, request.client, next.unconfirmedSince);
  const methods = await listMethods(transaction, session.id);
  return { session: await issueTokens(request, user, session, next.token, methods) };
}

/**
 * The next token, or undefined when the given one was stolen or is far too old. A replaced token works only as the
 * direct parent of the active one, while nobody has used what the active one came with: its client may have lost our
 * response, or several tabs refresh at once. The same browser at the same address gets the active token again. Another
 * one gets a token that replaces it: so whoever received the first response, a thief perhaps, does not stay in the
 * session beside its owner. See docs/decisions/refresh-tokens.md.
 */
async function successor(
  request: Pick<AuthRequest, 'client' | 'refreshTokens' | 'settings'>,
  transaction: Queryable,
  { row, session, wasExchangeable }: Presented,
): Promise<Successor | undefined> {
  if (!row.revoked) return rotate(request, transaction, row);
  const active = await findActiveToken(transaction, session.id);
  if (active?.parent !== row.token) return undefined;
  const { unconfirmed_since: unconfirmedSince } = session;
  const isSameClient = await isLastClient(transaction, session.id, request.client);
  const isRecent = row.seconds_since_update <= request.settings.refresh_token_reuse_interval;
  // A tab may use the new token while the request of another tab waits for its turn.
  const isWaitingTab = isSameClient && wasExchangeable && isRecent;
  if (unconfirmedSince === null && !isWaitingTab) return undefined;
  if (isSameClient) {
    const origin = await originOf(transaction, active);
    const again = request.refreshTokens.recover(session.id, origin, active.token);
    if (again !== undefined) return { token: again, unconfirmedSince };
  }
  return replace(request, transaction, active);
}

/** Replaces the active token of a session with another child of the same parent. */
async function replace(
  auth: Pick<Auth, 'refreshTokens'>,
  transaction: Queryable,
  active: RefreshTokenRow,
): Promise<Successor> {
  const { user_id, session_id, parent, token: replaced } = active;
  const { token, stored } = auth.refreshTokens.derive(session_id, replaced);
  await insertRefreshToken(transaction, { token: stored, user_id, session_id, parent }, replaced);
  return { token, unconfirmedSince: unconfirmedNow() };
}

/** Replaces the active token of a session with its child. */
async function rotate(
  auth: Pick<Auth, 'refreshTokens'>,
  transaction: Queryable,
  active: RefreshTokenRow,
): Promise<Successor> {
  const { user_id, session_id, token: parent } = active;
  const { token, stored } = auth.refreshTokens.derive(session_id, parent);
  await insertRefreshToken(transaction, { token: stored, user_id, session_id, parent });
  return { token, unconfirmedSince: unconfirmedNow() };
}

/** The time of a response that carries a new token; in whole seconds, like `iat` of the access token. */
function unconfirmedNow(): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000);
}

async function checkSession(auth: Pick<Auth, 'settings'>, transaction: Queryable, row: RefreshTokenRow) {
  const session = await findSession(transaction, row.session_id, row.user_id);
  const user = await findUser(transaction, row.user_id);
  if (!session || !user)
    throw new AuthError('session_not_found', {
      status: 400,
      message: 'Invalid Refresh Token: No Valid Session Found',
    });
  if (isBanned(user))
    throw new AuthError('user_banned', { status: 400, message: 'Invalid Refresh Token: User Banned' });
  const reason = expiry(auth, session);
  if (reason)
    throw new AuthError('session_expired', { message: `Invalid Refresh Token: Session Expired (${reason})` });
  return { session, user };
}

/** The reason why a session has expired (`[auth.sessions]`); undefined while it can be refreshed. */
function expiry(auth: Pick<Auth, 'settings'>, session: SessionRow): string | undefined {
  const { timebox, inactivity_timeout: idle } = auth.settings.sessions;
  const now = Date.now();
  if (session.not_after && session.not_after.getTime() < now) return 'Not After';
  if (timebox > 0 && session.created_at.getTime() + timebox < now) return 'Time Box';
  const lastUse = session.refreshed_at ?? session.created_at;
  if (idle > 0 && lastUse.getTime() + idle < now) return 'Inactivity';
  return undefined;
}
