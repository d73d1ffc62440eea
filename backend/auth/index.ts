import type { Hono, Context as HttpContext } from 'hono';
import type { Context } from '../service/context.ts';
import { createService } from '../service/service.ts';
import type { SpaceNeed } from '../service/space.ts';
import { readOrWrite } from '../service/traffic.ts';
import { deleteAnyFactor, listAnyFactors, updateAnyFactor } from './admin-factors.ts';
import { listAuditEntries } from './admin-audit.ts';
import { authorize } from './authorize.ts';
import { callback } from './callback.ts';
import {
  createSsoProvider,
  deleteSsoProvider,
  getSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from './admin-sso-providers.ts';
import { generateLink } from './admin-generate-link.ts';
import { createAnyUser } from './admin-user-create.ts';
import { updateAnyUser } from './admin-user-update.ts';
import { deleteAnyUser, getAnyUser, listAllUsers } from './admin-users.ts';
import { authDialect, isRefresh } from './error-response.ts';
import { AuthError } from './errors.ts';
import { challengeFactor } from './factor-challenge.ts';
import { recordFailure } from './failures.ts';
import { enrolFactor } from './factor-enroll.ts';
import { unenrolFactor } from './factor-unenroll.ts';
import { verifyFactor } from './factor-verify.ts';
import { featureAbsent } from './feature-absent.ts';
import { linkIdentity } from './identity-link.ts';
import { unlinkIdentity } from './identity-unlink.ts';
import { invite } from './invite.ts';
import { logout } from './logout.ts';
import { magiclink } from './magiclink.ts';
import { otp } from './otp.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover } from './recover.ts';
import { resend } from './resend.ts';
import { createAuth, type Endpoint } from './services.ts';
import { health, settings } from './settings.ts';
import { samlAcs } from './saml-acs.ts';
import { samlMetadata } from './saml-metadata.ts';
import { signup } from './signup.ts';
import { sso } from './sso.ts';
import { token } from './token.ts';
import { updateOwnUser } from './user-update.ts';
import { user } from './user.ts';
import { verifyLink } from './verify-link.ts';
import { verify } from './verify.ts';
import { deleteAnyPasskey, listAnyPasskeys } from './webauthn/admin-passkeys.ts';
import { passkeyAuthenticationOptions } from './webauthn/authentication-options.ts';
import { passkeyAuthenticationVerify } from './webauthn/authentication-verify.ts';
import { deleteOwnPasskey } from './webauthn/passkey-delete.ts';
import { listOwnPasskeys } from './webauthn/passkey-list.ts';
import { updateOwnPasskey } from './webauthn/passkey-update.ts';
import { passkeyRegistrationOptions } from './webauthn/registration-options.ts';
import { passkeyRegistrationVerify } from './webauthn/registration-verify.ts';
import { jwks } from './well-known.ts';

/** Where browsers come by a link or from another service, and what everybody may know. */
const openPaths =
  /^\/auth\/v1\/(verify|callback|authorize|health|\.well-known\/jwks\.json|sso\/saml\/(acs|metadata))$/;

/** Users who are signed in can stay signed in for longer than others can write, and can always sign out. */
function spaceNeed({ req }: HttpContext): SpaceNeed | undefined {
  if (req.method === 'GET' || req.method === 'HEAD') return undefined;
  const isLittle = req.method === 'DELETE' || /\/(token|logout)$/.test(req.path);
  return { on: ['database'], need: isLittle ? 'little' : 'usual' };
}

/** The routes of `auth/v1`. */
export function authRoutes(context: Context): Hono {
  const authOf = createAuth(context);
  const on = (endpoint: Endpoint) => (c: HttpContext) => endpoint(authOf(c), c);
  const routes = createService(context, {
    dialect: authDialect,
    trafficKind: (c) => (isRefresh(c) ? 'refresh' : readOrWrite(c)),
    needsKey: (c) => !openPaths.test(c.req.path),
    spaceNeed,
    recordError: (_error, thrown, c) => recordFailure(authOf(c), c, thrown),
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
