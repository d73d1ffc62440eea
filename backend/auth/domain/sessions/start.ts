import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../db/database.ts';
import { json, type Reply } from '../../../http/reply.ts';
import { AuthError } from '../../errors.ts';
import { tokenMetadata } from '../accounts/metadata.ts';
import {
  insertSession,
  listMethods,
  type AuthenticationMethod,
  type SessionRow,
} from '../../store/sessions.ts';
import { findUser, type AuthUser } from '../../store/users.ts';
import { userView, type IssuedSession } from '../accounts/views.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';

/** The needs of signing an access token. */
export type TokenIssuer = Pick<Auth, 'config' | 'settings' | 'tokens'>;

/** The needs of starting a session. */
export type SessionStarter = TokenIssuer &
  Pick<AuthRequest, 'client' | 'knownNetworks' | 'network' | 'refreshTokens'>;

/** The proved sign-in that a session starts from. */
interface SignIn {
  readonly user: AuthUser;
  /** As `amr` names it. */
  readonly method: string;
  readonly provider: string;
}

/**
 * Marks the sign-in, unless the user was banned, deleted or got another password since the check. Code that ends a
 * user's sessions changes the user first, so no session can slip in behind it.
 */
async function recordSignIn(transaction: Queryable, { user, provider }: SignIn): Promise<void> {
  const rows = await transaction.query(
    `with signed_in as (
       update auth.users set last_sign_in_at = now(), updated_at = now()
       where id = $1 and encrypted_password is not distinct from $2 and deleted_at is null
         and (banned_until is null or banned_until <= now())
       returning id
     ), identity as (
       update auth.identities set last_sign_in_at = now()
       where user_id = (select id from signed_in) and provider = $3
     )
     select id from signed_in`,
    [user.id, user.encrypted_password, provider],
  );
  if (rows.length === 0) throw new AuthError('conflict');
}

/** Starts a session with its first tokens. @throws AuthError conflict when the user has changed since the check */
export async function startSession(
  request: SessionStarter,
  transaction: Queryable,
  signIn: SignIn,
): Promise<IssuedSession> {
  const { client, network } = request;
  const { method } = signIn;
  await recordSignIn(transaction, signIn);
  const userId = signIn.user.id;
  await request.knownNetworks.remember(transaction, userId, 'sign-in', network);
  const id = randomUUID();
  const { token, stored } = request.refreshTokens.derive(id, null);
  const session = await insertSession(transaction, { id, userId, method, client, refreshToken: stored });
  const user = await findUser(transaction, userId);
  const timestamp = Math.floor(session.created_at.getTime() / 1000);
  // Only the method of a company's identity provider needs a query.
  const amr = method === 'sso/saml' ? await listMethods(transaction, id) : [{ method, timestamp }];
  return issueTokens(request, user!, session, token, amr);
}

/** Signs the access token of a session. */
export async function issueTokens(
  auth: TokenIssuer,
  user: AuthUser,
  session: SessionRow,
  refreshToken: string,
  amr: readonly AuthenticationMethod[],
): Promise<IssuedSession> {
  const { settings, config } = auth;
  const issuedAt = Math.floor(Date.now() / 1000);
  const [expires_in, expires_at] = [settings.jwt_expiry, issuedAt + settings.jwt_expiry];
  const access_token = await auth.tokens.sign({
    iss: settings.jwt_issuer ?? `${config.publicUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud,
    exp: expires_at,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: tokenMetadata(user.raw_user_meta_data),
    role: user.role,
    aal: session.aal,
    amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  });
  return { access_token, token_type: 'bearer', expires_in, expires_at, refresh_token: refreshToken, user };
}

/** The response with a session. `extra` adds keys to the body. */
export function sessionResponse(session: IssuedSession, extra: object = {}): Reply {
  const headers = { 'Sb-Auth-User-Id': session.user.id };
  return json({ ...session, user: userView(session.user), ...extra }, 200, headers);
}
