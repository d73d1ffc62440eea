import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, type App } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTraffic } from './traffic.ts';
import { sendTo } from '../testing/send.ts';

let server: TestApp;
let app: App;
let verifications = 0;
beforeAll(async () => {
  server = await startTestApp();
  const { context } = server;
  const verify = (token: string) => {
    verifications += 1;
    return context.tokens.verify(token);
  };
  const tokens = { ...context.tokens, verify };
  app = await createApp({ ...context, tokens, traffic: createTraffic(context.config, tokens) });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Sends a request from the network and counts how often the server verifies a token. */
async function send(path: string, token: string, init: RequestInit) {
  verifications = 0;
  const headers = new Headers(init.headers);
  headers.set('apikey', server.context.config.keys.publishable);
  headers.set('authorization', `Bearer ${token}`);
  const { status } = await sendTo(app, path, { ...init, headers }, { address: '192.0.2.9' });
  return { status, verifications };
}

const json = { 'content-type': 'application/json' };
const writes: readonly (readonly [name: string, path: string, init: RequestInit, status: number])[] = [
  ['rest', '/rest/v1/opinions', { method: 'POST', headers: json, body: '{}' }, 403],
  ['auth', '/auth/v1/user', { method: 'PUT', headers: json, body: '{"data":{"seen":true}}' }, 200],
  [
    'storage',
    '/storage/v1/object/unknown/x.txt',
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: Buffer.from('x') },
    400,
  ],
  [
    'realtime',
    '/realtime/v1/api/broadcast',
    { method: 'POST', headers: json, body: '{"messages":[{"topic":"a","event":"b"}]}' },
    202,
  ],
];

test.each(writes)('a write to %s verifies a new token once', async (_name, path, init, status) => {
  const { tokens } = server.context;
  const token = await tokens.sign({ ...decodeJwt(server.as('diego').token), seen: path });
  expect(await send(path, token, init)).toEqual({ status, verifications: 1 });
});

test.each(writes)('a write to %s verifies a forged token once', async (_name, path, init) => {
  const token = `${server.as('diego').token.slice(0, -8)}AAAAAAAA`;
  expect(await send(path, token, init)).toMatchObject({ verifications: 1 });
});
