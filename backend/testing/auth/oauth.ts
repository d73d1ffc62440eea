import { expect } from 'vitest';
import type { Config } from '../../config/config.ts';
import { protocolSettings } from '../../config/protocol.ts';
import type { TestServer } from '../app.ts';
import type { OidcPerson, OidcServer } from './oidc.ts';

/** A configuration in which the named providers, and a provider `company` that needs no addresses, are at the test's server. */
export function configureProviders(
  oidc: Pick<OidcServer, 'issuer' | 'clientId' | 'secret'>,
  names: readonly string[] = ['google'],
) {
  return ({ protocol, ...config }: Config): Config => {
    const provider = {
      enabled: true,
      client_id: `${oidc.clientId}, club-ios`,
      secret: oidc.secret,
      url: oidc.issuer,
    };
    const named = Object.fromEntries(names.map((name) => [name, provider]));
    const external = { ...named, company: { ...provider, email_optional: true } };
    const parsed = protocolSettings({ auth: { external } }).auth;
    const auth = {
      ...protocol.auth,
      external: parsed.external,
      enable_manual_linking: true,
      additional_redirect_urls: ['https://*.club.example/**'],
    };
    return { ...config, protocol: { ...protocol, auth } };
  };
}

/** Asks /authorize and gives the address of the provider, with the cookie that the browser keeps. */
export async function authorizeAt(
  server: TestServer,
  query: Record<string, string>,
): Promise<{ url: URL; cookie: string }> {
  const response = await server.request(`/auth/v1/authorize?${new URLSearchParams(query)}`);
  expect(response.status).toBe(302);
  return { url: new URL(response.headers.get('location')!), cookie: cookieOf(response.headers) };
}

/** The `Cookie` header that a browser sends after a response. */
export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Comes back to /callback from a provider, and gives the address of the app at which that ends. */
export async function returnTo(server: TestServer, answer: URL, cookie = ''): Promise<URL> {
  const response = await server.request(answer.pathname + answer.search, { headers: { cookie } });
  expect([302, 303]).toContain(response.status);
  return new URL(response.headers.get('location')!);
}

/** Goes through a whole sign-in as a browser does, and gives the address of the app at which it ends. */
export async function follow(
  server: TestServer,
  oidc: OidcServer,
  person: OidcPerson | null,
  query: Record<string, string> = {},
): Promise<URL> {
  const { url, cookie } = await authorizeAt(server, { provider: 'google', ...query });
  return returnTo(server, await oidc.visit(url, person), cookie);
}

/** The parameters of the fragment. */
export function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}
