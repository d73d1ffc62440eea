import * as v from 'valibot';
import { invalid } from '../../errors.ts';
import { authMethods, type AuthMethod, type OAuthClientValues } from '../../store/oauth-clients.ts';

const maxRedirects = 10;
const maxNameCharacters = 1024;
/** Texts beyond their own limits still get this far, so that our own message names the limit. */
const maxBodyCharacters = 4096;

const bodyText = v.nullish(v.pipe(v.string(), v.maxLength(maxBodyCharacters)));
const bodyList = v.nullish(
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(maxBodyCharacters))), v.maxLength(100)),
);

/** The body of POST and PUT /admin/oauth/clients. `scope` and `response_types` have one meaning only, as upstream. */
export const clientSchema = v.object({
  client_name: bodyText,
  client_uri: bodyText,
  logo_uri: bodyText,
  redirect_uris: bodyList,
  grant_types: bodyList,
  client_type: bodyText,
  token_endpoint_auth_method: bodyText,
});
export type ClientBody = v.InferOutput<typeof clientSchema>;

const grantTypes = ['authorization_code', 'refresh_token'];
const maxUriCharacters = 2048;

function redirectProblem(address: string): string | undefined {
  if (address === '') return 'redirect URI cannot be empty';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || url.host === '') return 'must have scheme and host';
  // A comma separates the stored addresses; the fragment's sign counts also when nothing follows it.
  if (address.includes(',') || address.length > maxUriCharacters) return 'invalid URL format';
  if (address.includes('#')) return 'fragment not allowed in redirect URI';
  if (url.username !== '' || url.password !== '') return 'user and password not allowed in redirect URI';
  if (url.protocol === 'http:')
    return ['localhost', '127.0.0.1'].includes(url.hostname)
      ? undefined
      : 'HTTP scheme only allowed for localhost';
  return url.protocol === 'https:' ? undefined : 'scheme must be HTTPS or HTTP (localhost only)';
}

/** @throws AuthError validation_failed */
export function redirectList(addresses: readonly string[]): string {
  if (addresses.length === 0) throw invalid('redirect_uris cannot be empty');
  if (addresses.length > maxRedirects) throw invalid(`redirect_uris cannot exceed ${maxRedirects} items`);
  for (const address of addresses) {
    const problem = redirectProblem(address);
    if (problem !== undefined) throw invalid(`invalid redirect_uri '${address.slice(0, 200)}': ${problem}`);
  }
  return addresses.join(',');
}

function grantList(types: readonly string[]): string {
  if (types.length === 0) throw invalid('grant_types cannot be empty');
  if (!types.every((type) => grantTypes.includes(type)))
    throw invalid("grant_types must only contain 'authorization_code' and/or 'refresh_token'");
  return [...new Set(types)].join(',');
}

function shownAddress(name: string, address: string): string | null {
  if (address === '') return null;
  if (address.length > maxUriCharacters)
    throw invalid(`${name} cannot exceed ${maxUriCharacters} characters`);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw invalid(`${name} must be a valid URL`);
  return address;
}

/** The columns that a body names, checked; absent ones stay as they are. @throws AuthError validation_failed */
export function changedValues(body: ClientBody): OAuthClientValues {
  const { client_name: name, client_uri: uri, logo_uri: logo, redirect_uris, grant_types } = body;
  if (name != null && name.length > maxNameCharacters)
    throw invalid(`client_name cannot exceed ${maxNameCharacters} characters`);
  return {
    ...(name != null && { client_name: name }),
    ...(uri != null && { client_uri: shownAddress('client_uri', uri) }),
    ...(logo != null && { logo_uri: shownAddress('logo_uri', logo) }),
    ...(redirect_uris != null && { redirect_uris: redirectList(redirect_uris) }),
    ...(grant_types != null && { grant_types: grantList(grant_types) }),
    ...authMethodOf(body),
  };
}

function authMethodOf({ token_endpoint_auth_method: method }: ClientBody) {
  if (method == null || method === '') return {};
  const known = authMethods.find((each) => each === method);
  if (!known) throw invalid(`token_endpoint_auth_method must be one of: ${authMethods.join(' ')}`);
  return { token_endpoint_auth_method: known };
}

type ClientType = 'public' | 'confidential';

/** A public client has no secret, so `none` is its only method; a confidential one has one. @throws AuthError */
export function requireConsistent(type: ClientType, method: AuthMethod): void {
  if ((type === 'public') === (method === 'none')) return;
  throw invalid(`token_endpoint_auth_method '${method}' is not valid for client_type '${type}'`);
}

/** The type and method of a new client, given or derived from each other. @throws AuthError validation_failed */
export function typeAndMethod(body: ClientBody): { type: ClientType; method: AuthMethod } {
  const { client_type: said } = body;
  if (said != null && said !== '' && said !== 'public' && said !== 'confidential')
    throw invalid("client_type must be 'public' or 'confidential'");
  const { token_endpoint_auth_method: given } = authMethodOf(body);
  const type = said === 'public' || (!said && given === 'none') ? 'public' : 'confidential';
  const method = given ?? (type === 'public' ? 'none' : 'client_secret_basic');
  requireConsistent(type, method);
  return { type, method };
}
