import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CompactSign,
  exportJWK,
  generateKeyPair,
  type CompactJWSHeaderParameters,
  type CryptoKey,
  type GenerateKeyPairResult,
} from 'jose';
import { expect } from 'vitest';
import type { TestServer } from '../app.ts';
import { newEmail, send } from './auth.ts';
import { authorizeAt, fragmentOf } from './oauth.ts';

export type Claims = Readonly<Record<string, unknown>>;
/** Writes a response; it need not end. */
export type Answer = (response: ServerResponse) => unknown;

/** An OpenID Connect issuer on a port of its own that answers whatever a test wants. */
export interface HostileIssuer extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  /** Keys that the issuer publishes under the ids `rsa` and `ec`, and one that it does not. */
  readonly keys: Readonly<Record<'rsa' | 'ec' | 'unpublished', GenerateKeyPairResult>>;
  /** Answers by path, such as `/jwks`. A path below an issuer of its own is `/<name>/.well-known/openid-configuration`. */
  readonly paths: Map<string, Answer>;
  /** Answers of the token endpoint, by code. */
  readonly codes: Map<string, Answer>;
  /** The published keys, as a key set. */
  readonly keySet: Claims;
  /** The discovery document of the issuer, or of one below it. */
  metadata(name: string, changes?: Claims): Claims;
  /** A person's claims, good for ten minutes. */
  claims(changes?: Claims): Claims;
  /** A token of these claims, or of that text. The RSA key signs unless `key` does. */
  sign(payload: Claims | string, header?: CompactJWSHeaderParameters, key?: CryptoKey): Promise<string>;
}

export const inJson =
  (value: unknown): Answer =>
  (response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value));

const [clientId, secret] = ['club-web', 'the secret between the club and the hostile provider'];

async function createKeys() {
  const [rsa, ec, unpublished] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
  ]);
  const published = Object.entries({ rsa, ec }).map(async ([kid, { publicKey }]) => ({
    ...(await exportJWK(publicKey)),
    kid,
  }));
  return { keys: { rsa, ec, unpublished }, keySet: { keys: await Promise.all(published) } };
}

export async function startHostileIssuer(): Promise<HostileIssuer> {
  const [paths, codes] = [new Map<string, Answer>(), new Map<string, Answer>()];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://issuer.example');
    const body = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const answer = codes.get(body.get('code') ?? '') ?? paths.get(pathname);
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { keys, keySet } = await createKeys();
  const seconds = () => Math.floor(Date.now() / 1000);
  const metadata = (name: string, changes: Claims = {}) => ({
    issuer: name === '' ? issuer : `${issuer}/${name}`,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
    ...changes,
  });
  paths.set('/.well-known/openid-configuration', inJson(metadata('')));
  paths.set('/jwks', inJson(keySet));
  return {
    issuer,
    clientId,
    secret,
    keys,
    paths,
    codes,
    keySet,
    metadata,
    claims: (changes = {}) => ({
      iss: issuer,
      aud: clientId,
      sub: randomUUID(),
      iat: seconds(),
      exp: seconds() + 600,
      email: newEmail(),
      email_verified: true,
      ...changes,
    }),
    sign: (payload, header = { alg: 'RS256', kid: 'rsa' }, key = keys.rsa.privateKey) =>
      new CompactSign(Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)))
        .setProtectedHeader(header)
        .sign(key),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Makes an id token with the nonce of a sign-in. */
export type MakeToken = (nonce: string) => string | Promise<string>;
/** Makes the answer to the code of a sign-in with this nonce. */
export type AnswerCode = (nonce: string) => Answer | Promise<Answer>;

/** A nonce as an app chooses it; the provider's token has its hash. */
const appNonce = 'only the app knows';
const accessToken = 'the access token of the hostile provider';

/** Signs in with whatever the issuer gives. */
export function hostileSignIns(server: TestServer, hostile: HostileIssuer) {
  const signed =
    (changes: Claims): MakeToken =>
    (nonce) =>
      hostile.sign(hostile.claims({ nonce, ...changes }));
  const withToken =
    (make: MakeToken, changes: Claims = {}): AnswerCode =>
    async (nonce) =>
      inJson({ access_token: accessToken, token_type: 'bearer', id_token: await make(nonce), ...changes });

  /** @returns the status, and the parameters of the app's address at which the sign-in ends */
  async function byCode(answer: AnswerCode, provider = 'google', extra: Record<string, string> = {}) {
    const { url, cookie } = await authorizeAt(server, { provider });
    const state = url.searchParams.get('state')!;
    hostile.codes.set(state, await answer(url.searchParams.get('nonce')!));
    const query = new URLSearchParams({ state, code: state, ...extra });
    const response = await server.request(`/auth/v1/callback?${query}`, { headers: { cookie } });
    const location = response.headers.get('location')!;
    expect(location).not.toMatch(/[<>"\r\n\0]/);
    return { status: response.status, outcome: fragmentOf(new URL(location)) };
  }

  async function byIdToken(make: MakeToken, body: Claims = {}) {
    const id_token = await make(createHash('sha256').update(appNonce).digest('hex'));
    const sent = { provider: 'google', nonce: appNonce, id_token, ...body };
    return send(server, '/token?grant_type=id_token', { body: sent });
  }

  /** The accounts with their identities. */
  const records = () =>
    server.context.db.query<{ user_id: string; provider: string; provider_id: string }>(
      `select u.id as user_id, i.provider, i.provider_id
       from auth.users u left join auth.identities i on i.user_id = u.id order by u.id, i.id`,
    );

  /** Nothing secret of ours or the provider's stands in a response. */
  function expectNoSecret(told: unknown): void {
    const text = JSON.stringify(told);
    for (const secret of [hostile.secret, accessToken, 'eyJ', 'node_modules'])
      expect(text).not.toContain(secret);
  }

  return { signed, withToken, byCode, byIdToken, records, expectNoSecret };
}
