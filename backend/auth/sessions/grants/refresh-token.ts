import * as v from 'valibot';
import type { Queryable } from '../../../db/database.ts';
import type { Reply } from '../../../service/endpoint.ts';
import { readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import { notify } from '../../accounts/notices.ts';
import { isRefreshToken } from '../token-derivation.ts';
import {
  findActiveToken,
  insertRefreshToken,
  isKnownToken,
  lockRefreshToken,
  type RefreshTokenRow,
} from '../refresh-tokens.ts';
import { recordOwn } from '../../recording.ts';
import { issueTokens, sessionResponse } from '../start.ts';
import { endSessions, findSession, listMethods, markRefreshed, type SessionRow } from '../sessions.ts';
import { findUser, isBanned, type AuthUser } from '../../accounts/users.ts';
import type { IssuedSession } from '../../accounts/views.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../services.ts';

const bodySchema = v.object({ refresh_token: text });

/** The reason why a session has expired (`[auth.sessions]`); undefined while it can be refreshed. */
function expiry(auth: Auth, session: SessionRow): string | undefined {
  const { timebox, inactivity_timeout: idle } = auth.settings.sessions;
  const now = Date.now();
  if (session.not_after && session.not_after.getTime() < now) return 'Not After';
  if (timebox > 0 && session.created_at.getTime() + timebox < now) return 'Time Box';
  const lastUse = session.refreshed_at ?? session.created_at;
  if (idle > 0 && lastUse.getTime() + idle < now) return 'Inactivity';
  return undefined;
}

async function checkSession(auth: Auth, transaction: Queryable, row: RefreshTokenRow) {
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

/** Replaces the active token of a session with the next one. */
async function rotate(auth: Auth, transaction: Queryable, active: RefreshTokenRow): Promise<string> {
  const { user_id, session_id, token: parent } = active;
  const { token, stored } = auth.refreshTokens.derive(session_id, parent);
  await insertRefreshToken(transaction, { token: stored, user_id, session_id, parent });
  return token;
}

interface Successor {
  readonly token: string;
  /** See `SessionRow`. */
  readonly unconfirmedSince: Date | null;
}

/**
 * The next token, or undefined when the given one was stolen or is far too old. Within the reuse interval a replaced
 * token gets the active one, because several tabs may refresh at once; later only the direct parent does, while nobody
 * has presented its successor, because the client may have lost our response. See docs/decisions/refresh-tokens.md.
 */
async function successor(
  auth: Auth,
  transaction: Queryable,
  row: RefreshTokenRow,
  { unconfirmed_since: unconfirmedSince }: SessionRow,
): Promise<Successor | undefined> {
  const replace = async (token: RefreshTokenRow): Promise<Successor> => ({
    token: await rotate(auth, transaction, token),
    // In whole seconds, like `iat` of the access token.
    unconfirmedSince: new Date(Math.floor(Date.now() / 1000) * 1000),
  });
  if (!row.revoked) return replace(row);
  const active = await findActiveToken(transaction, row.session_id);
  const isRecent = row.seconds_since_update <= auth.settings.refresh_token_reuse_interval;
  const mayBeLost = active?.parent === row.token && unconfirmedSince !== null;
  if (!active || !(isRecent || mayBeLost)) return undefined;
  const again = auth.refreshTokens.recover(active.session_id, active.parent, active.token);
  return again === undefined ? replace(active) : { token: again, unconfirmedSince };
}

type Outcome =
  | { readonly session: IssuedSession }
  | { readonly failure: AuthError; readonly ended: readonly string[]; readonly user: AuthUser };

async function refresh(request: AuthRequest, transaction: Queryable, token: string): Promise<Outcome> {
  const row = await lockRefreshToken(transaction, request.refreshTokens.lookup(token));
  if (!row) throw new AuthError('refresh_token_not_found');
  const { session, user } = await checkSession(request, transaction, row);
  const next = await successor(request, transaction, row, session);
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
  if (!(await isKnownToken(request.db, request.refreshTokens.lookup(token)))) {
    await request.limits.unknownRefreshToken(request.network);
    throw new AuthError('refresh_token_not_found');
  }
  const outcome = await request.db.transaction((transaction) => refresh(request, transaction, token));
  if ('failure' in outcome) {
    for (const id of outcome.ended) request.tokens.forgetSession(id);
    recordOwn(request, 'token_revoked', outcome.user, { sessions: outcome.ended.length });
    if (outcome.ended.length > 0) notify(request, outcome.user, 'session_ended');
    throw outcome.failure;
  }
  return sessionResponse(outcome.session);
}
