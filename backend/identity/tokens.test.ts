import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '../db/database.ts';
import { createApp } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { otherForm } from '../testing/tokens.ts';
import { createTokenCache } from './token-cache.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { sendTo } from '../testing/send.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const diego = () => {
  const { userId, sessionId } = server.as('diego');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return { sub: userId, session_id: sessionId, aud: 'authenticated', role: 'authenticated', exp };
};

/** Tokens that count how often they ask the database, as they do for each token that they do not remember. */
async function countingTokens(): Promise<{ tokens: Tokens; asked: () => number }> {
  let count = 0;
  const db: Queryable = {
    query(sql, values) {
      count += 1;
      return server.context.db.query(sql, values);
    },
  };
  return { tokens: await createTokens(server.context.config, db), asked: () => count };
}

test('V9: every service rejects a token above 8 KB before verifying it', async () => {
  const { tokens, asked } = await countingTokens();
  const token = await tokens.sign({ ...diego(), user_metadata: { text: 'x'.repeat(8000) } });
  await expect(tokens.verify(token)).rejects.toMatchObject({ kind: 'malformed' });
  expect(asked()).toBe(0);
  const headers = { authorization: `Bearer ${token}` };
  expect((await server.request('/rest/v1/walkers', { headers })).status).toBe(401);
  expect((await server.request('/auth/v1/user', { headers })).status).toBe(403);
});

test('V9: of one session only the newest tokens are remembered', async () => {
  const { tokens, asked } = await countingTokens();
  const signed = await Promise.all(
    Array.from({ length: 20 }, (_, index) => tokens.sign({ ...diego(), jti: String(index) })),
  );
  for (const token of signed) await tokens.verify(token);
  expect(signed.filter((token) => tokens.recall(token) !== undefined)).toEqual(signed.slice(-4));
  await tokens.verify(signed.at(-1)!);
  expect(asked()).toBe(20);
  tokens.forgetSession(server.as('diego').sessionId);
  expect(signed.some((token) => tokens.recall(token))).toBe(false);
});

/** A text with the shape of a token, whose signature is that of no other. */
const token = (signature: string): string => `a.b.${Buffer.from(signature).toString('base64url')}`;

test('V9: remembered tokens are bounded in bytes, not by number', () => {
  const cache = createTokenCache(11_000);
  const remembered = (size: number) => {
    const texts = Array.from({ length: 50 }, (_, index) => token(`${size} ${index}`));
    for (const text of texts)
      cache.set(text, { claims: { role: 'authenticated', session_id: text }, claimsText: 'x'.repeat(size) });
    return texts.filter((text) => cache.get(text));
  };
  expect(remembered(100)).toHaveLength(50);
  expect(remembered(2000)).toEqual([token('2000 48'), token('2000 49')]);
  cache.delete(token('2000 49'));
  cache.deleteSession(token('2000 48'));
  expect(remembered(5000)).toEqual([token('5000 49')]);
});

test('V3: a rejected token of ours counts like a forged one', async () => {
  const { tokens } = await countingTokens();
  const token = await tokens.sign({ ...diego(), session_id: '00000000-0000-4000-8000-000000000000' });
  expect(tokens.isOwn(token)).toBe(true);
  await expect(tokens.verify(token)).rejects.toMatchObject({ kind: 'session_ended' });
  expect(tokens.isOwn(token)).toBe(false);
});

test('V3: a token that a busy database cannot confirm is not invalid', async () => {
  const { tokens } = await countingTokens();
  const token = await tokens.sign(diego());
  const busy = { query: () => Promise.reject(new Error('timeout exceeded when trying to connect')) };
  const { verify } = await createTokens(server.context.config, busy);
  await expect(verify(token)).rejects.toThrow('timeout exceeded');
  const app = await createApp({ ...server.context, tokens: { ...server.context.tokens, verify } });
  const headers = { apikey: server.context.config.keys.publishable, authorization: `Bearer ${token}` };
  for (const path of ['/rest/v1/walkers', '/auth/v1/user', '/storage/v1/object/authenticated/pictures/a.jpg'])
    expect([503, 504]).toContain((await sendTo(app, path, { headers })).status);
});

test('V23.12: the other form of an ES256 signature is the same token, and no unverified one is', async () => {
  const { tokens, asked } = await countingTokens();
  const token = await tokens.sign(diego());
  await tokens.verify(token);
  await tokens.verify(otherForm(token));
  expect(asked()).toBe(1);
  const [header, payload, signature = ''] = token.split('.');
  for (const forged of ['A'.repeat(86), signature.slice(0, 40), ''])
    await expect(tokens.verify(`${header}.${payload}.${forged}`)).rejects.toMatchObject({
      kind: 'malformed',
    });
});

test('a token that the operator has signed needs no audience, and without a role it is anonymous', async () => {
  const { tokens } = server.context;
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const { userId, walkerId } = server.as('diego');
  const ask = async (token: string): Promise<unknown> =>
    (
      await server.request('/rest/v1/walkers?select=id', { headers: { authorization: `Bearer ${token}` } })
    ).json();
  expect(await ask(await tokens.sign({ sub: userId, role: 'authenticated', exp }))).toEqual([
    { id: walkerId },
  ]);
  expect(await ask(await tokens.sign({ sub: userId, exp }))).toMatchObject({ code: '42501' });
  expect(await ask(await tokens.sign({ sub: randomUUID(), role: 'authenticated', exp }))).toEqual([]);
});

test('the RS256 keys of an existing project sign, verify and are published', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsa = { ...privateKey.export({ format: 'jwk' }), kid: 'of-the-project' };
  const { keys, requireAdminMfa } = server.context.config;
  const config = { requireAdminMfa, keys: { ...keys, signing: [rsa, ...keys.signing] } };
  const tokens = await createTokens(config, server.context.db);
  const token = await tokens.sign(diego());
  expect((await tokens.verify(token)).claims.sub).toBe(server.as('diego').userId);
  const published = createLocalJWKSet({ keys: [...tokens.publicKeys] });
  expect((await jwtVerify(token, published)).protectedHeader).toMatchObject({ alg: 'RS256', kid: rsa.kid });
  expect(tokens.publicKeys[0]).not.toHaveProperty('d');
  expect((await tokens.verify(server.as('elena').token)).claims.sub).toBe(server.as('elena').userId);
});

test('tokens that an operator signs need neither audience nor role, except for the auth API; another audience is an error', async () => {
  const secret = 'a shared secret of at least thirty-two bytes';
  await using legacy = await startTestApp({ environment: { SUPABASE_JWT_SECRET: secret } });
  await legacy.context.db.query(`create function public.claims() returns jsonb language sql stable as $$
    select current_setting('request.jwt.claims')::jsonb || jsonb_build_object('runs_as', current_user) $$;
    grant execute on function public.claims() to anon, authenticated`);
  const make = (claims: Record<string, unknown>): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(Buffer.from(secret));
  const ask = async (path: string, claims: Record<string, unknown>) => {
    const headers = { authorization: `Bearer ${await make(claims)}` };
    const response = await legacy.request(path, { headers });
    return [response.status, await response.json()];
  };
  const sub = legacy.as('diego').userId;
  const rest = '/rest/v1/rpc/claims';
  expect(await ask(rest, { sub, role: 'authenticated' })).toEqual([
    200,
    { sub, role: 'authenticated', runs_as: 'authenticated' },
  ]);
  expect(await ask(rest, { sub, role: 'authenticated', aud: 'elsewhere' })).toMatchObject([
    401,
    { code: 'PGRST301' },
  ]);
  expect(await ask(rest, { shop: 7 })).toEqual([200, { shop: 7, role: 'anon', runs_as: 'anon' }]);
  expect(await ask(rest, { role: 'postgres' })).toMatchObject([401, { code: 'PGRST301' }]);
  expect(await ask('/storage/v1/bucket', { sub, role: 'authenticated' })).toEqual([200, []]);
  expect(await ask('/auth/v1/user', { sub, role: 'authenticated' })).toMatchObject([
    403,
    { error_code: 'bad_jwt' },
  ]);
});
