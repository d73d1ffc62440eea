import { Hono, type Context as HttpContext } from 'hono';
import type { Context } from '../context.ts';
import { requireApiKey } from '../identity/api-key.ts';
import { limitTraffic, readOrWrite } from '../service/traffic.ts';
import { deleteAnyFactor, listAnyFactors, updateAnyFactor } from './admin/factors/update.ts';
import { listAuditEntries } from './admin/audit.ts';
import { authorize } from './external/authorize.ts';
import { callback } from './external/callback.ts';
import {
  createSsoProvider,
  deleteSsoProvider,
  getSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from './admin/sso-providers/values.ts';
import { generateLink } from './admin/generate-link.ts';
import { createAnyUser } from './admin/users/create.ts';
import { updateAnyUser } from './admin/users/update.ts';
import { deleteAnyUser, getAnyUser, listAllUsers } from './admin/users/delete.ts';
import { errorResponse, unavailable } from './error-response.ts';
import { AuthError } from './errors.ts';
import { challengeFactor } from './factors/challenge.ts';
import { recordFailure } from './failures.ts';
import { enrolFactor } from './factors/enroll.ts';
import { unenrolFactor } from './factors/unenroll.ts';
import { verifyFactor } from './factors/verify.ts';
import { featureAbsent } from './feature-absent.ts';
import { linkIdentity } from './external/link-identity.ts';
import { unlinkIdentity } from './accounts/unlink-identity.ts';
import { invite } from './links-and-codes/invite.ts';
import { logout } from './sessions/logout.ts';
import { magiclink } from './links-and-codes/magiclink.ts';
import { otp } from './links-and-codes/otp.ts';
import { reauthenticate } from './links-and-codes/reauthenticate.ts';
import { recover } from './links-and-codes/recover.ts';
import { resend } from './links-and-codes/resend.ts';
import { createAuth, type Endpoint } from './services.ts';
import { health, settings } from './settings.ts';
import { samlAcs } from './saml/acs.ts';
import { samlMetadata } from './saml/metadata.ts';
import { signup } from './accounts/signup.ts';
import { sso } from './saml/sso.ts';
import { token } from './sessions/token.ts';
import { updateOwnUser } from './accounts/update-user.ts';
import { user } from './accounts/get-user.ts';
import { verifyLink } from './links-and-codes/open-link.ts';
import { verify } from './links-and-codes/verify.ts';
import { deleteAnyPasskey, listAnyPasskeys } from './admin/passkeys/delete.ts';
import { passkeyAuthenticationOptions } from './webauthn/authentication-options.ts';
import { passkeyAuthenticationVerify } from './webauthn/authentication-verify.ts';
import { deleteOwnPasskey } from './webauthn/delete.ts';
import { listOwnPasskeys } from './webauthn/list.ts';
import { updateOwnPasskey } from './webauthn/update.ts';
import { passkeyRegistrationOptions } from './webauthn/registration-options.ts';
import { passkeyRegistrationVerify } from './webauthn/registration-verify.ts';
import { jwks } from './jwks.ts';

function isRefresh(c: HttpContext): boolean {
  return c.req.path.endsWith('/token') && c.req.query('grant_type') === 'refresh_token';
}

/** Where browsers come by a link or from another service, and what everybody may know. */
const openPaths =
  /^\/auth\/v1\/(verify|callback|authorize|health|\.well-known\/jwks\.json|sso\/saml\/(acs|metadata))$/;

/** The routes of `auth/v1`. */
export function authRoutes(context: Context): Hono {
  const authOf = createAuth(context);
  const routes = new Hono();
  const on = (endpoint: Endpoint) => (c: HttpContext) => endpoint(authOf(c), c);
  routes.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    return next();
  });
  routes.use(
    limitTraffic(
      context.traffic,
      (c) => (isRefresh(c) ? 'refresh' : readOrWrite(c)),
      (c, retryAfter) => answerError(new AuthError('over_request_rate_limit', { retryAfter }), c),
    ),
  );
  routes.use(requireApiKey(context, (c) => openPaths.test(c.req.path)));
  const answerError = (error: Error, c: HttpContext): Response =>
    errorResponse(error, c, context.log, isRefresh(c));
  routes.onError(async (error, c) => {
    await recordFailure(authOf(c), c, error);
    return answerError(error, c);
  });

  routes.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    // Who is signed in stays so for longer, and may always sign out.
    const need = c.req.method === 'DELETE' || /\/(token|logout)$/.test(c.req.path) ? 'little' : 'usual';
    if (!(await context.space.database.hasRoom(need)))
      throw unavailable('The disk of the server is full. Nothing was written.');
    return next();
  });

  routes.get('/health', on(health));
  routes.get('/settings', on(settings));
  routes.get('/.well-known/jwks.json', on(jwks));
  routes.post('/signup', on(signup));
  routes.post('/token', on(token));
  routes.get('/user', on(user));
  routes.put('/user', on(updateOwnUser));
  routes.post('/logout', on(logout));

  routes.post('/otp', on(otp));
  routes.post('/magiclink', on(magiclink));
  routes.post('/recover', on(recover));
  routes.post('/resend', on(resend));
  routes.get('/reauthenticate', on(reauthenticate));
  routes.post('/verify', on(verify));
  routes.get('/verify', on(verifyLink));
  routes.post('/invite', on(invite));
  routes.post('/admin/generate_link', on(generateLink));

  routes.get('/authorize', on(authorize));
  routes.on(['GET', 'POST'], '/callback', on(callback));
  routes.post('/sso', on(sso));
  routes.get('/sso/saml/metadata', on(samlMetadata));
  routes.post('/sso/saml/acs', on(samlAcs));
  routes.get('/user/identities/authorize', on(linkIdentity));
  routes.delete('/user/identities/:identityId', on(unlinkIdentity));

  routes.post('/factors', on(enrolFactor));
  routes.post('/factors/:factorId/challenge', on(challengeFactor));
  routes.post('/factors/:factorId/verify', on(verifyFactor));
  routes.delete('/factors/:factorId', on(unenrolFactor));

  if (context.config.protocol.auth.passkey.enabled) {
    routes.post('/passkeys/registration/options', on(passkeyRegistrationOptions));
    routes.post('/passkeys/registration/verify', on(passkeyRegistrationVerify));
    routes.post('/passkeys/authentication/options', on(passkeyAuthenticationOptions));
    routes.post('/passkeys/authentication/verify', on(passkeyAuthenticationVerify));
    routes.get('/passkeys', on(listOwnPasskeys));
    routes.patch('/passkeys/:passkeyId', on(updateOwnPasskey));
    routes.delete('/passkeys/:passkeyId', on(deleteOwnPasskey));
    routes.get('/admin/users/:id/passkeys', on(listAnyPasskeys));
    routes.delete('/admin/users/:id/passkeys/:passkeyId', on(deleteAnyPasskey));
  } else {
    routes.all('/passkeys/*', on(featureAbsent('passkey_disabled')));
    routes.all('/admin/users/:id/passkeys/*', on(featureAbsent('passkey_disabled')));
  }

  routes.get('/admin/users', on(listAllUsers));
  routes.post('/admin/users', on(createAnyUser));
  routes.get('/admin/users/:id', on(getAnyUser));
  routes.put('/admin/users/:id', on(updateAnyUser));
  routes.delete('/admin/users/:id', on(deleteAnyUser));
  routes.get('/admin/users/:id/factors', on(listAnyFactors));
  routes.put('/admin/users/:id/factors/:factorId', on(updateAnyFactor));
  routes.delete('/admin/users/:id/factors/:factorId', on(deleteAnyFactor));

  routes.get('/admin/audit', on(listAuditEntries));

  routes.get('/admin/sso/providers', on(listSsoProviders));
  routes.post('/admin/sso/providers', on(createSsoProvider));
  routes.get('/admin/sso/providers/:id', on(getSsoProvider));
  routes.put('/admin/sso/providers/:id', on(updateSsoProvider));
  routes.delete('/admin/sso/providers/:id', on(deleteSsoProvider));

  for (const path of ['/oauth/*', '/user/oauth/*', '/admin/oauth/*', '/admin/custom-providers/*'])
    routes.all(path, on(featureAbsent('feature_disabled')));
  routes.all('*', () => {
    throw new AuthError('unknown');
  });
  return routes;
}
