/** Method and path below `auth/v1`, with `:id` for whatever the test puts there. */
export type AuthRoute = readonly [method: string, path: string];

/**
 * The endpoints that arbitrary requests are sent to, by the test that sends them. Together they are all there are:
 * `backend/auth/routes.test.ts` compares them with the router.
 */
export const accountRoutes = [
  ['POST', '/signup'],
  ['POST', '/token'],
  ['POST', '/token?grant_type=password'],
  ['POST', '/token?grant_type=refresh_token'],
  ['GET', '/user'],
  ['PUT', '/user'],
  ['POST', '/logout'],
  ['GET', '/admin/users'],
  ['POST', '/admin/users'],
  ['GET', '/admin/users/:id'],
  ['PUT', '/admin/users/:id'],
  ['DELETE', '/admin/users/:id'],
  ['POST', '/factors'],
  ['POST', '/factors/:id/challenge'],
  ['POST', '/factors/:id/verify'],
  ['DELETE', '/factors/:id'],
  ['GET', '/admin/users/:id/factors'],
  ['PUT', '/admin/users/:id/factors/00000000-0000-4000-8000-000000000000'],
  ['DELETE', '/admin/users/:id/factors/:id'],
  ['GET', '/admin/audit'],
  ['GET', '/settings'],
  ['GET', '/health'],
  ['GET', '/.well-known/jwks.json'],
  ['POST', '/nowhere'],
] as const satisfies readonly AuthRoute[];

export const signInRoutes = [
  ['GET', '/authorize'],
  ['GET', '/callback'],
  ['POST', '/callback'],
  ['POST', '/token?grant_type=id_token'],
  ['GET', '/user/identities/authorize'],
  ['DELETE', '/user/identities/:id'],
  ['POST', '/sso'],
  ['GET', '/sso/saml/metadata'],
  ['POST', '/sso/saml/acs'],
  ['GET', '/admin/sso/providers'],
  ['POST', '/admin/sso/providers'],
  ['GET', '/admin/sso/providers/:id'],
  ['PUT', '/admin/sso/providers/:id'],
  ['DELETE', '/admin/sso/providers/:id'],
] as const satisfies readonly AuthRoute[];

export const codeRoutes = [
  ['POST', '/signup'],
  ['PUT', '/user'],
  ['POST', '/otp'],
  ['POST', '/magiclink'],
  ['POST', '/recover'],
  ['POST', '/resend'],
  ['POST', '/verify'],
  ['POST', '/invite'],
  ['POST', '/admin/generate_link'],
  ['POST', '/token?grant_type=pkce'],
  ['GET', '/verify'],
  ['GET', '/reauthenticate'],
] as const satisfies readonly AuthRoute[];

export const passkeyRoutes = [
  ['POST', '/passkeys/registration/options'],
  ['POST', '/passkeys/registration/verify'],
  ['POST', '/passkeys/authentication/options'],
  ['POST', '/passkeys/authentication/verify'],
  ['GET', '/passkeys'],
  ['PATCH', '/passkeys/:id'],
  ['DELETE', '/passkeys/:id'],
  ['GET', '/admin/users/:id/passkeys'],
  ['DELETE', '/admin/users/:id/passkeys/:id'],
] as const satisfies readonly AuthRoute[];
