import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import Provider from 'oidc-provider';

/** A person with an account at the provider. */
export interface OidcPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly picture?: string;
}

/** A real OpenID Connect server on a port of its own. */
export interface OidcServer extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  /**
   * Goes where the provider is asked, as a browser in which that person signs in and agrees; null refuses.
   * @returns the address that the provider sends the browser back to
   */
  visit(address: string | URL, person: OidcPerson | null): Promise<URL>;
  /** Seats a person at the browsers that come without a login hint; null refuses. */
  seat(person: OidcPerson | null): void;
  /** An id token, as an app gets it that signs people in by itself. */
  idToken(person: OidcPerson, nonce?: string): Promise<{ idToken: string; accessToken: string }>;
  /** A token with these claims and the provider's signature, good for an hour. */
  sign(claims: Record<string, unknown>): Promise<string>;
}

const clientId = 'club-web';
const secret = 'the secret between the club and the provider';
const appAddress = 'http://127.0.0.1:9/app';

type Interaction = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Plays the person at the provider: signs in and agrees to everything, or refuses. */
function interactions(
  provider: Provider,
  people: ReadonlyMap<string, OidcPerson>,
  seated: () => OidcPerson | null,
): Interaction {
  return async (request, response) => {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const subject = String(params['login_hint'] ?? seated()?.sub ?? '');
    if (!people.has(subject)) {
      const refusal = { error: 'access_denied', error_description: 'The person refused' };
      return provider.interactionFinished(request, response, refusal);
    }
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: subject } });
    const grant = new provider.Grant({
      accountId: session!.accountId,
      clientId: String(params['client_id']),
    });
    grant.addOIDCScope(String(params['scope']));
    const result = { consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, response, result);
  };
}

async function signingKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomUUID();
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', kid, use: 'sig' } as const;
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).setExpirationTime('1h').sign(privateKey);
  return { jwk, sign };
}

/** Follows redirects with cookies, as long as they stay at the provider. */
async function browse(start: URL, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = start;
  while (address.origin === issuer) {
    const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie: header } });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null)
      throw new Error(`${address.href} ends with ${response.status}: ${await response.text()}`);
    address = new URL(next, address);
  }
  return address;
}

/** Signs somebody in by the code flow, as an app of its own does, and exchanges the code. */
async function requestIdToken(issuer: string, visit: (url: URL) => Promise<URL>, nonce?: string) {
  const verifier = randomUUID() + randomUUID();
  const url = new URL(`${issuer}/auth`);
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: appAddress,
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(nonce !== undefined && { nonce }),
  }).toString();
  const code = (await visit(url)).searchParams.get('code') ?? '';
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: appAddress,
      client_id: clientId,
      client_secret: secret,
      code_verifier: verifier,
    }),
  });
  const answer = (await response.json()) as { id_token: string; access_token: string };
  return { idToken: answer.id_token, accessToken: answer.access_token };
}

interface ProviderOptions {
  readonly callback: string;
  readonly claimsInIdToken: boolean;
  readonly jwk: JWK;
  readonly people: ReadonlyMap<string, OidcPerson>;
}

function createProvider(
  issuer: string,
  { callback, claimsInIdToken, jwk, people }: ProviderOptions,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: secret,
        redirect_uris: [callback, appAddress],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: !claimsInIdToken,
    jwks: { keys: [jwk] },
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    cookies: { keys: [randomUUID()] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
  });
}

/** @param callback where the server receives the provider's responses */
export async function startOidcServer(callback: string, claimsInIdToken = true): Promise<OidcServer> {
  const people = new Map<string, OidcPerson>();
  const key = await signingKey();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createProvider(issuer, { callback, claimsInIdToken, jwk: key.jwk, people });
  let seated: OidcPerson | null = null;
  const interact = interactions(provider, people, () => seated);
  const handle = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    request.url?.startsWith('/interaction/')
      ? void interact(request, response)
      : void handle(request, response),
  );

  async function visit(address: string | URL, person: OidcPerson | null): Promise<URL> {
    const url = new URL(address);
    if (person) people.set(person.sub, person);
    url.searchParams.set('login_hint', person?.sub ?? '-');
    return browse(url, issuer);
  }

  return {
    issuer,
    clientId,
    secret,
    visit,
    seat(person) {
      seated = person;
      if (person) people.set(person.sub, person);
    },
    idToken: (person, nonce) => requestIdToken(issuer, (url) => visit(url, person), nonce),
    sign: key.sign,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
