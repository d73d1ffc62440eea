import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '@supabase/auth-js';
import { startPeerOf, startTestApp, type TestApp, type TestPeer } from '../../../testing/app.ts';
import { refresh, send, signUp } from '../../../testing/auth/auth.ts';
import { lastMessageTo } from '../../../testing/outbox.ts';

let server: TestApp;
let peer: TestPeer;
beforeAll(async () => {
  server = await startTestApp();
  peer = await startPeerOf(server);
});
afterAll(async () => {
  await peer[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

type Tokens = Pick<Session, 'access_token' | 'refresh_token'>;

/** A browser at an address, connected to one of the processes. */
interface Browser {
  readonly address: string;
  readonly userAgent?: string;
  readonly process?: TestApp | TestPeer;
}

const owner: Browser = { address: '192.0.2.10', userAgent: 'Tablet' };
const thief: Browser = { address: '198.51.100.66', userAgent: 'Tablet' };

async function refreshAs({ address, userAgent = '', process = server }: Browser, token: string) {
  const response = await process.requestFrom(address, '/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: token }),
    headers: { 'user-agent': userAgent },
  });
  return { status: response.status, body: (await response.json()) as Tokens & { error_code?: string } };
}

async function refreshed(browser: Browser, token: string): Promise<Tokens> {
  const { status, body } = await refreshAs(browser, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Uses an access token, as every screen does. */
async function use({ address, process = server }: Browser, { access_token: token }: Tokens): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await process.requestFrom(address, '/rest/v1/walkers?select=id', { headers })).status;
}

/** Both copies are worthless, the owner has a mail, and the audit log an entry. */
async function expectEnded(
  session: Session,
  copies: readonly Tokens[],
  { process = server }: Partial<Browser> = {},
): Promise<void> {
  for (const { refresh_token: token } of copies)
    expect((await refresh(server, token)).body['error_code']).toBe('refresh_token_not_found');
  for (const { access_token: token } of copies)
    expect((await send(server, '/user', { token })).body['error_code']).toBe('session_not_found');
  expect((await lastMessageTo(process, session.user.email!)).kind).toBe('session_ended');
  await process.context.audit.settled();
  const entries = await server.context.db.query(
    `select from auth.audit_log_entries
     where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'token_revoked'`,
    [session.user.id],
  );
  expect(entries).toHaveLength(1);
}

const otherProcess = () => ({ ...thief, process: peer });

test.each([
  ['another network', () => thief],
  ['the owner’s address and browser', () => owner],
  ['another server process', otherProcess],
])('N2: a thief at %s who presents each replaced token is caught in the first round', async (_, copier) => {
  for (let round = 0; round < 20; round += 1) {
    const session = await signUp(server);
    const current = await refreshed(owner, session.refresh_token);
    expect(await use(owner, current)).toBe(200);
    const copy = await refreshAs(copier(), session.refresh_token);
    expect([copy.status, copy.body.error_code]).toEqual([400, 'refresh_token_already_used']);
    await expectEnded(session, [current], copier());
  }
});

test('N2: the owner who refreshes after a thief ends the session when the thief has used it', async () => {
  for (const process of [server, peer]) {
    const session = await signUp(server);
    const copy = await refreshed({ ...thief, process }, session.refresh_token);
    expect(await use({ ...thief, process }, copy)).toBe(200);
    const { status, body } = await refreshAs(owner, session.refresh_token);
    expect([status, body.error_code]).toEqual([400, 'refresh_token_already_used']);
    await expectEnded(session, [copy]);
  }
});

test('N2: a thief who refreshes first and waits is not in the session beside its owner', async () => {
  const session = await signUp(server);
  const copy = await refreshed(thief, session.refresh_token);
  const current = await refreshed(owner, session.refresh_token);
  expect(current.refresh_token).not.toBe(copy.refresh_token);
  expect(await use(owner, current)).toBe(200);
  const again = await refreshAs(thief, copy.refresh_token);
  expect([again.status, again.body.error_code]).toEqual([400, 'refresh_token_already_used']);
  await expectEnded(session, [current]);
});

test('N2: a grandparent ends the session within the same second, used or not', async () => {
  const session = await signUp(server);
  const second = await refreshed(owner, session.refresh_token);
  const third = await refreshed(owner, second.refresh_token);
  const { status, body } = await refreshAs(owner, session.refresh_token);
  expect([status, body.error_code]).toEqual([400, 'refresh_token_already_used']);
  await expectEnded(session, [third]);
});

test('N2, S3: tabs that refresh at once in two processes get one token, and each may use it at once', async () => {
  const session = await signUp(server);
  const tabs = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? server : peer));
  const { db } = server.context;
  // The session is held until all tabs wait for it: none begins after another has used the new token.
  const receiving = await db.transaction(async (transaction) => {
    await transaction.query('select from auth.sessions where user_id = $1 for update', [session.user.id]);
    const requests = tabs.map(async (process) => {
      const tokens = await refreshed({ ...owner, process }, session.refresh_token);
      expect(await use({ ...owner, process }, tokens)).toBe(200);
      return tokens.refresh_token;
    });
    const waiting = `select pid from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like '%for no key update%'`;
    await expect.poll(async () => (await db.query(waiting)).length).toBe(tabs.length);
    // In an object: a promise would be awaited before the transaction ends.
    return { requests };
  });
  const received = await Promise.all(receiving.requests);
  expect(new Set(received).size).toBe(1);
  await refreshed(owner, received[0]!);
});

test('N2, S3: a client that loses several responses and changes its network stays signed in', async () => {
  const session = await signUp(server);
  const addresses = ['192.0.2.10', '192.0.2.10', '203.0.113.9', '203.0.113.9', '2001:db8::7'];
  let current: Tokens = session;
  for (const address of addresses) current = await refreshed({ address }, session.refresh_token);
  expect(await use(owner, current)).toBe(200);
  const next = await refreshed(owner, current.refresh_token);
  expect(await use(owner, next)).toBe(200);
});
