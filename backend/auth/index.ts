import type { Hono, Context as HttpContext } from 'hono';
import type { Context } from '../service/context.ts';
import { createService } from '../service/service.ts';
import type { SpaceNeed } from '../service/space.ts';
import { readOrWrite } from '../service/traffic.ts';
import { getOwnUser, updateOwnUser } from './accounts/own-user.ts';
import { signup } from './accounts/signup.ts';
import { unlinkIdentity } from './accounts/unlink-identity.ts';
import { listAuditLog } from './admin/audit.ts';
import { deleteAnyFactor, listAnyFactors, updateAnyFactor } from './admin/factors.ts';
import { generateLink } from './admin/generate-link.ts';
import { deleteAnyPasskey, listAnyPasskeys } from './admin/passkeys.ts';
import {
  createSsoProvider,
  deleteSsoProvider,
  getSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from './admin/sso-providers.ts';
import { createAnyUser } from './admin/users/create.ts';
import { deleteAnyUser } from './admin/users/delete.ts';
import { getAnyUser, listAllUsers } from './admin/users/list.ts';
import { updateAnyUser } from './admin/users/update.ts';
import { getSettings, health, jwks } from './discovery.ts';
import { authDialect, isRefresh, redirectError } from './error-response.ts';
import { RedirectedError } from './errors.ts';
import { authorize, linkIdentity } from './external/authorize.ts';
import { callback } from './external/callback.ts';
import { challengeFactor } from './factors/challenge.ts';
import { enrolFactor } from './factors/enroll.ts';
import { unenrolFactor } from './factors/unenroll.ts';
import { verifyFactor } from './factors/verify.ts';
import { recordFailure } from './failures.ts';
import { switchedOff } from './switched-off.ts';
import { invite } from './links-and-codes/invite.ts';
import { magiclink } from './links-and-codes/magiclink.ts';
import { openMailedLink } from './links-and-codes/open-link.ts';
import { otp } from './links-and-codes/otp.ts';
import { reauthenticate } from './links-and-codes/reauthenticate.ts';
import { recover } from './links-and-codes/recover.ts';
import { resend } from './links-and-codes/resend.ts';
import { verify } from './links-and-codes/verify.ts';
import { render } from './reply.ts';
import { createRequest, type Endpoint } from './request.ts';
import { samlAcs } from './saml/acs.ts';
import { samlMetadata } from './saml/metadata.ts';
import { sso } from './saml/sso.ts';
import { createAuth } from './services.ts';
import { logout } from './sessions/logout.ts';
import { token } from './sessions/token.ts';
import { passkeyAuthenticationOptions, passkeyAuthenticationVerify } from './webauthn/authentication.ts';
import { deleteOwnPasskey, listOwnPasskeys, updateOwnPasskey } from './webauthn/own-passkeys.ts';
import { passkeyRegistrationOptions, passkeyRegistrationVerify } from './webauthn/registration.ts';

/** Paths that need no API key: browsers arrive there by a link or a redirect, or the content is public. */
const openPaths =
  /^\/auth\/v1\/(verify|callback|authorize|health|\.well-known\/jwks\.json|sso\/saml\/(acs|metadata))$/;

/** With little space left, sessions still refresh and end. */
function spaceNeed({ req }: HttpContext): SpaceNeed | undefined {
  if (req.method === 'GET' || req.method === 'HEAD') return undefined;
  const isLittle = req.method === 'DELETE' || /\/(token|logout)$/.test(req.path);
  return { on: ['database'], need: isLittle ? 'little' : 'usual' };
}

type On = (endpoint: Endpoint) => (c: HttpContext) => Promise<Response>;

export function authRoutes(context: Context): Hono {
  const auth = createAuth(context);
  const on: On = (endpoint) => async (c) => {
    try {
      return render(c, await endpoint(createRequest(auth, c)));
    } catch (thrown) {
      if (!(thrown instanceof RedirectedError)) throw thrown;
      await recordFailure(auth, c, thrown.cause);
      return redirectError(thrown, c, context.log);
    }
  };
  const routes = createService(context, {
    dialect: authDialect,
    trafficKind: (c) => (isRefresh(c) ? 'refresh' : readOrWrite(c)),
    needsKey: (c) => !openPaths.test(c.req.path),
    spaceNeed,
    recordError: (_error, thrown, c) => recordFailure(auth, c, thrown),
  });
  addRoutes(routes, on);
  addFactorRoutes(routes, on, context.config.protocol.auth.passkey.enabled);
  addAdminRoutes(routes, on);
  for (const path of ['/oauth/*', '/user/oauth/*', '/admin/oauth/*', '/admin/custom-providers/*'])
    routes.all(path, on(switchedOff('feature_disabled')));
  routes.all('*', on(switchedOff('unknown')));
  return routes;
}

function addRoutes(routes: Hono, on: On): void {
  routes.get('/health', on(health));
  routes.get('/settings', on(getSettings));
  routes.get('/.well-known/jwks.json', on(jwks));
  routes.post('/signup', on(signup));
  routes.post('/token', on(token));
  routes.get('/user', on(getOwnUser));
  routes.put('/user', on(updateOwnUser));
  routes.post('/logout', on(logout));

  routes.post('/otp', on(otp));
  routes.post('/magiclink', on(magiclink));
  routes.post('/recover', on(recover));
  routes.post('/resend', on(resend));
  routes.get('/reauthenticate', on(reauthenticate));
  routes.post('/verify', on(verify));
  routes.get('/verify', on(openMailedLink));
  routes.post('/invite', on(invite));

  routes.get('/authorize', on(authorize));
  routes.on(['GET', 'POST'], '/callback', on(callback));
  routes.post('/sso', on(sso));
  routes.get('/sso/saml/metadata', on(samlMetadata));
  routes.post('/sso/saml/acs', on(samlAcs));
  routes.get('/user/identities/authorize', on(linkIdentity));
  routes.delete('/user/identities/:identityId', on(unlinkIdentity));
}

function addFactorRoutes(routes: Hono, on: On, hasPasskeys: boolean): void {
  routes.post('/factors', on(enrolFactor));
  routes.post('/factors/:factorId/challenge', on(challengeFactor));
  routes.post('/factors/:factorId/verify', on(verifyFactor));
  routes.delete('/factors/:factorId', on(unenrolFactor));
  if (!hasPasskeys) {
    routes.all('/passkeys/*', on(switchedOff('passkey_disabled')));
    routes.all('/admin/users/:id/passkeys/*', on(switchedOff('passkey_disabled')));
    return;
  }
  routes.post('/passkeys/registration/options', on(passkeyRegistrationOptions));
  routes.post('/passkeys/registration/verify', on(passkeyRegistrationVerify));
  routes.post('/passkeys/authentication/options', on(passkeyAuthenticationOptions));
  routes.post('/passkeys/authentication/verify', on(passkeyAuthenticationVerify));
  routes.get('/passkeys', on(listOwnPasskeys));
  routes.patch('/passkeys/:passkeyId', on(updateOwnPasskey));
  routes.delete('/passkeys/:passkeyId', on(deleteOwnPasskey));
  routes.get('/admin/users/:id/passkeys', on(listAnyPasskeys));
  routes.delete('/admin/users/:id/passkeys/:passkeyId', on(deleteAnyPasskey));
}

function addAdminRoutes(routes: Hono, on: On): void {
  routes.get('/admin/users', on(listAllUsers));
  routes.post('/admin/users', on(createAnyUser));
  routes.get('/admin/users/:id', on(getAnyUser));
  routes.put('/admin/users/:id', on(updateAnyUser));
  routes.delete('/admin/users/:id', on(deleteAnyUser));
  routes.get('/admin/users/:id/factors', on(listAnyFactors));
  routes.put('/admin/users/:id/factors/:factorId', on(updateAnyFactor));
  routes.delete('/admin/users/:id/factors/:factorId', on(deleteAnyFactor));
  routes.post('/admin/generate_link', on(generateLink));
  routes.get('/admin/audit', on(listAuditLog));
  routes.get('/admin/sso/providers', on(listSsoProviders));
  routes.post('/admin/sso/providers', on(createSsoProvider));
  routes.get('/admin/sso/providers/:id', on(getSsoProvider));
  routes.put('/admin/sso/providers/:id', on(updateSsoProvider));
  routes.delete('/admin/sso/providers/:id', on(deleteSsoProvider));
}
