import type { Context } from '../service/context.ts';
import type { Endpoint } from '../service/endpoint.ts';
import { createService, type Serve } from '../service/service.ts';
import { readOrWrite } from '../service/traffic.ts';
import { getOwnUser, updateOwnUser } from './endpoints/user.ts';
import { signup } from './endpoints/signup.ts';
import { unlinkIdentity } from './endpoints/unlink-identity.ts';
import { listAuditLog } from './endpoints/admin/audit.ts';
import { deleteAnyFactor, listAnyFactors, updateAnyFactor } from './endpoints/admin/factors.ts';
import {
  createOAuthClient,
  deleteAnyOAuthClient,
  getOAuthClient,
  listAnyOAuthClients,
  regenerateOAuthClientSecret,
  updateAnyOAuthClient,
} from './endpoints/admin/oauth-clients.ts';
import { generateLink } from './endpoints/admin/generate-link.ts';
import { deleteAnyPasskey, listAnyPasskeys } from './endpoints/admin/passkeys.ts';
import {
  createSsoProvider,
  deleteSsoProvider,
  getSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from './endpoints/admin/sso-providers.ts';
import { createAnyUser } from './endpoints/admin/users/create.ts';
import { deleteAnyUser } from './endpoints/admin/users/delete.ts';
import { getAnyUser, listAllUsers } from './endpoints/admin/users/list.ts';
import { updateAnyUser } from './endpoints/admin/users/update.ts';
import { getSettings } from './endpoints/settings.ts';
import { jwks } from './endpoints/jwks.ts';
import { health } from './endpoints/health.ts';
import { authDialect, isRefresh } from './error-response.ts';
import { authorize } from './endpoints/authorize.ts';
import { linkIdentity } from './endpoints/link-identity.ts';
import { callback } from './endpoints/callback.ts';
import { challengeFactor } from './endpoints/factors/challenge.ts';
import { enrolFactor } from './endpoints/factors/enroll.ts';
import { unenrolFactor } from './endpoints/factors/unenroll.ts';
import { verifyFactor } from './endpoints/factors/verify.ts';
import { recordFailure } from './domain/recording/failures.ts';
import { switchedOff } from './endpoints/switched-off.ts';
import { invite } from './endpoints/invite.ts';
import { magiclink } from './endpoints/magiclink.ts';
import { openMailedLink } from './endpoints/open-link.ts';
import { otp } from './endpoints/otp.ts';
import { reauthenticate } from './endpoints/reauthenticate.ts';
import { recover } from './endpoints/recover.ts';
import { resend } from './endpoints/resend.ts';
import { verify } from './endpoints/verify.ts';
import { createRequest, type AuthRequest } from './request.ts';
import { samlAcs } from './endpoints/sso/acs.ts';
import { samlMetadata } from './endpoints/sso/metadata.ts';
import { sso } from './endpoints/sso/sso.ts';
import { createAuth } from './services.ts';
import { logout } from './endpoints/logout.ts';
import { token } from './endpoints/token.ts';
import { passkeyAuthenticationVerify } from './endpoints/passkeys/authentication-verify.ts';
import { passkeyAuthenticationOptions } from './endpoints/passkeys/authentication-options.ts';
import { deleteOwnPasskey, listOwnPasskeys, updateOwnPasskey } from './endpoints/passkeys/passkeys.ts';
import { passkeyRegistrationVerify } from './endpoints/passkeys/registration-verify.ts';
import { passkeyRegistrationOptions } from './endpoints/passkeys/registration-options.ts';

type Features = Pick<Context['config']['protocol']['auth'], 'passkey' | 'oauth_server'>;

/** Browsers arrive at the open ones by a link or a redirect, or their content is public. */
const endpoints: readonly Endpoint<AuthRequest>[] = [
  ['GET', '/health', health, 'open'],
  ['GET', '/settings', getSettings],
  ['GET', '/.well-known/jwks.json', jwks, 'open'],
  ['POST', '/signup', signup],
  ['POST', '/token', token, 'essential'],
  ['GET', '/user', getOwnUser],
  ['PUT', '/user', updateOwnUser],
  ['POST', '/logout', logout, 'essential'],

  ['POST', '/otp', otp],
  ['POST', '/magiclink', magiclink],
  ['POST', '/recover', recover],
  ['POST', '/resend', resend],
  ['GET', '/reauthenticate', reauthenticate],
  ['POST', '/verify', verify, 'open'],
  ['GET', '/verify', openMailedLink, 'open'],
  ['POST', '/invite', invite],

  ['GET', '/authorize', authorize, 'open'],
  ['GET', '/callback', callback, 'open'],
  ['POST', '/callback', callback, 'open'],
  ['POST', '/sso', sso],
  ['GET', '/sso/saml/metadata', samlMetadata, 'open'],
  ['POST', '/sso/saml/acs', samlAcs, 'open'],
  ['GET', '/user/identities/authorize', linkIdentity],
  ['DELETE', '/user/identities/:identityId', unlinkIdentity],

  ['POST', '/factors', enrolFactor],
  ['POST', '/factors/:factorId/challenge', challengeFactor],
  ['POST', '/factors/:factorId/verify', verifyFactor],
  ['DELETE', '/factors/:factorId', unenrolFactor],

  ['GET', '/admin/users', listAllUsers],
  ['POST', '/admin/users', createAnyUser],
  ['GET', '/admin/users/:id', getAnyUser],
  ['PUT', '/admin/users/:id', updateAnyUser],
  ['DELETE', '/admin/users/:id', deleteAnyUser],
  ['GET', '/admin/users/:id/factors', listAnyFactors],
  ['PUT', '/admin/users/:id/factors/:factorId', updateAnyFactor],
  ['DELETE', '/admin/users/:id/factors/:factorId', deleteAnyFactor],
  ['POST', '/admin/generate_link', generateLink],
  ['GET', '/admin/audit', listAuditLog],
  ['GET', '/admin/sso/providers', listSsoProviders],
  ['POST', '/admin/sso/providers', createSsoProvider],
  ['GET', '/admin/sso/providers/:id', getSsoProvider],
  ['PUT', '/admin/sso/providers/:id', updateSsoProvider],
  ['DELETE', '/admin/sso/providers/:id', deleteSsoProvider],

  ['ALL', '/oauth/*', switchedOff('feature_disabled')],
  ['ALL', '/user/oauth/*', switchedOff('feature_disabled')],
  ['ALL', '/admin/custom-providers/*', switchedOff('feature_disabled')],
];

const oauthClientEndpoints: readonly Endpoint<AuthRequest>[] = [
  ['GET', '/admin/oauth/clients', listAnyOAuthClients],
  ['POST', '/admin/oauth/clients', createOAuthClient],
  ['GET', '/admin/oauth/clients/:clientId', getOAuthClient],
  ['PUT', '/admin/oauth/clients/:clientId', updateAnyOAuthClient],
  ['DELETE', '/admin/oauth/clients/:clientId', deleteAnyOAuthClient],
  ['POST', '/admin/oauth/clients/:clientId/regenerate_secret', regenerateOAuthClientSecret],
];

const endpointsWithoutOAuthClients: readonly Endpoint<AuthRequest>[] = [
  ['ALL', '/admin/oauth/*', switchedOff('feature_disabled')],
];

const passkeyEndpoints: readonly Endpoint<AuthRequest>[] = [
  ['POST', '/passkeys/registration/options', passkeyRegistrationOptions],
  ['POST', '/passkeys/registration/verify', passkeyRegistrationVerify],
  ['POST', '/passkeys/authentication/options', passkeyAuthenticationOptions],
  ['POST', '/passkeys/authentication/verify', passkeyAuthenticationVerify],
  ['GET', '/passkeys', listOwnPasskeys],
  ['PATCH', '/passkeys/:passkeyId', updateOwnPasskey],
  ['DELETE', '/passkeys/:passkeyId', deleteOwnPasskey],
  ['GET', '/admin/users/:id/passkeys', listAnyPasskeys],
  ['DELETE', '/admin/users/:id/passkeys/:passkeyId', deleteAnyPasskey],
];

const endpointsWithoutPasskeys: readonly Endpoint<AuthRequest>[] = [
  ['ALL', '/passkeys/*', switchedOff('passkey_disabled')],
  ['ALL', '/admin/users/:id/passkeys/*', switchedOff('passkey_disabled')],
];

/** As at a hosted project's gateway, an open path is open to every method. */
const missingEndpoints: readonly Endpoint<AuthRequest>[] = [
  ...endpoints
    .filter(([, , , ...marks]) => marks.includes('open'))
    .map(([, path]): Endpoint<AuthRequest> => ['ALL', path, switchedOff('unknown'), 'open']),
  ['ALL', '*', switchedOff('unknown')],
];

/** The endpoints of auth/v1, which depend on the features of a project. */
export function authEndpoints({
  passkey,
  oauth_server: oauthServer,
}: Features): readonly Endpoint<AuthRequest>[] {
  return [
    ...endpoints,
    ...(oauthServer.enabled ? oauthClientEndpoints : endpointsWithoutOAuthClients),
    ...(passkey.enabled ? passkeyEndpoints : endpointsWithoutPasskeys),
    ...missingEndpoints,
  ];
}

/** auth/v1: accounts and sessions. With little space left, sessions still refresh and end. */
export function authService(context: Context): Serve {
  const auth = createAuth(context);
  return createService(context, {
    dialect: authDialect,
    endpoints: authEndpoints(context.config.protocol.auth),
    request: (http, requestContext, path) => createRequest(auth, http, requestContext, path),
    trafficKind: (http) => (isRefresh(http) ? 'refresh' : readOrWrite(http)),
    writesTo: ['database'],
    recordError: (error, thrown, request) => recordFailure(request, error, thrown),
  });
}
