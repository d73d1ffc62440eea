import { expect, test } from 'vitest';
import { protocolSettings } from '../config/protocol.ts';
import { requestSession } from '../identity/caller.ts';
import { testCatalog } from './plan/fixture.ts';
import { createPrepare } from './prepare.ts';
import { createSharedReads } from './shared-reads.ts';

const settings = protocolSettings({}).api;
const catalog = testCatalog();

interface Sent {
  readonly method?: string;
  readonly search?: string;
  readonly address?: string;
  readonly headers?: Record<string, string>;
  readonly sub?: string;
}

/** Starts requests at once. Returns how many of them ran a statement. */
async function statementsOf(...requests: readonly Sent[]): Promise<number> {
  const share = createSharedReads();
  const prepare = createPrepare(settings);
  let statements = 0;
  const replies = requests.map(({ method = 'GET', search = 'select=id', address = '192.0.2.1', ...rest }) => {
    const request = new Request('http://localhost/walkers', { method, headers: rest.headers ?? {} });
    const claims = { role: 'anon', ...(rest.sub !== undefined && { sub: rest.sub }) };
    const caller = { role: claims.role, claims, claimsText: JSON.stringify(claims) };
    const parts = { method, path: '/walkers', search, headers: request.headers, body: '', maxValues: 1000 };
    const session = requestSession(caller, request, parts.path, address);
    return share(caller, session, prepare(parts, catalog, 'anonymous'), async () => {
      statements += 1;
      return { status: 200, headers: {}, body: '[]' };
    });
  });
  expect((await Promise.all(replies)).map(({ body }) => body)).toEqual(requests.map(() => '[]'));
  return statements;
}

test('P1: identical reads without an account that arrive together share one statement', async () => {
  expect(await statementsOf({}, {}, {})).toBe(1);
});

test.each<[string, Sent]>([
  ['other columns', { search: 'select=id,name' }],
  ['another address, which policies may read', { address: '192.0.2.2' }],
  ['a header that policies may read', { headers: { 'x-device': 'b' } }],
  ['another format', { headers: { accept: 'text/csv' } }],
  ['another range', { headers: { range: '0-1' } }],
  ['an account', { sub: 'diego' }],
  ['no body', { method: 'HEAD' }],
])('P1: a read with %s has a statement of its own', async (_, other) => {
  expect(await statementsOf({}, other)).toBe(2);
});

test('P1: reads of one account, and deletions, share nothing', async () => {
  expect(await statementsOf({ sub: 'diego' }, { sub: 'diego' })).toBe(2);
  const deletion = { method: 'DELETE', search: 'id=eq.1' };
  expect(await statementsOf(deletion, deletion)).toBe(2);
});
