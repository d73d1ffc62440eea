import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { createClient, send, sendAsAdmin } from '../../../testing/auth/auth.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ config: withAuth({ oauth_server: { enabled: true } }) });
});
afterAll(() => server[Symbol.asyncDispose]());

const path = '/admin/oauth/clients';
const redirect = 'https://app.example/callback';
const oauth = () => createClient(server, server.context.config.keys.secret).admin.oauth;

test('the official client creates, shows, changes and deletes a client', async () => {
  const created = await oauth().createClient({ client_name: 'Fleet', redirect_uris: [redirect] });
  expect(created.error).toBeNull();
  const { client_id: id, client_secret: secret, ...client } = created.data!;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(client).toEqual({
    client_name: 'Fleet',
    client_type: 'confidential',
    token_endpoint_auth_method: 'client_secret_basic',
    registration_type: 'manual',
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect((await oauth().getClient(id)).data).toEqual({ client_id: id, ...client });
  const changed = await oauth().updateClient(id, {
    client_name: 'Fleet 2',
    client_uri: 'https://app.example',
    logo_uri: 'https://app.example/logo.png',
    redirect_uris: [redirect, 'http://localhost:3000/callback'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_post',
  });
  expect(changed.data).toMatchObject({
    client_id: id,
    client_name: 'Fleet 2',
    client_uri: 'https://app.example',
    logo_uri: 'https://app.example/logo.png',
    redirect_uris: [redirect, 'http://localhost:3000/callback'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_post',
  });
  expect(changed.data).not.toHaveProperty('client_secret');
  const further = await oauth().updateClient(id, { logo_uri: 'https://app.example/new.png' });
  expect(further.data).toMatchObject({
    client_name: 'Fleet 2',
    client_uri: 'https://app.example',
    logo_uri: 'https://app.example/new.png',
  });
  expect(await oauth().deleteClient(id)).toEqual({ data: null, error: null });
  expect((await oauth().getClient(id)).error).toMatchObject({ status: 404, code: 'oauth_client_not_found' });
  expect((await oauth().deleteClient(id)).error).toMatchObject({ status: 404 });
});

test('lists come in pages, the newest first, without secrets', async () => {
  await server.context.db.query('delete from auth.oauth_clients');
  for (const name of ['one', 'two', 'three'])
    await oauth().createClient({ client_name: name, redirect_uris: [redirect] });
  const first = await oauth().listClients({ page: 1, perPage: 2 });
  expect(first.error).toBeNull();
  expect(first.data.clients.map(({ client_name: name }) => name)).toEqual(['three', 'two']);
  expect(first.data).toMatchObject({ total: 3, nextPage: 2, lastPage: 2 });
  expect(JSON.stringify(first.data)).not.toContain('secret":');
  expect((await oauth().listClients()).data.clients).toHaveLength(3);
});

test('a secret is shown once, stored as a hash, and can be replaced; a public client has none', async () => {
  const { data } = await oauth().createClient({ client_name: 'A', redirect_uris: [redirect] });
  const again = await oauth().regenerateClientSecret(data!.client_id);
  expect(again.data?.client_secret).toMatch(/^[\w-]{43}$/);
  expect(again.data?.client_secret).not.toBe(data?.client_secret);
  const [row] = await server.context.db.query<{ text: string }>(
    'select c::text as text from auth.oauth_clients c where id = $1',
    [data?.client_id],
  );
  for (const secret of [data?.client_secret, again.data?.client_secret])
    expect(row?.text).not.toContain(secret);
  const open = await oauth().createClient({
    client_name: 'B',
    redirect_uris: [redirect],
    token_endpoint_auth_method: 'none',
  });
  expect(open.data).toMatchObject({ client_type: 'public', token_endpoint_auth_method: 'none' });
  expect(open.data).not.toHaveProperty('client_secret');
  expect((await oauth().regenerateClientSecret(open.data!.client_id)).error).toMatchObject({
    code: 'validation_failed',
    message: 'Cannot regenerate secret for public client',
  });
});

const invalidBodies: readonly (readonly [body: object, message: string])[] = [
  [{ client_name: 'x' }, 'redirect_uris is required'],
  [{ redirect_uris: [] }, 'redirect_uris is required'],
  [{ redirect_uris: Array(11).fill(redirect) }, 'redirect_uris cannot exceed 10 items'],
  [{ redirect_uris: [''] }, 'redirect URI cannot be empty'],
  [{ redirect_uris: ['/callback'] }, 'must have scheme and host'],
  [{ redirect_uris: ['javascript:alert(1)'] }, 'must have scheme and host'],
  [{ redirect_uris: ['http://app.example/'] }, 'HTTP scheme only allowed for localhost'],
  [{ redirect_uris: ['ftp://app.example/'] }, 'scheme must be HTTPS or HTTP (localhost only)'],
  [{ redirect_uris: [`${redirect}#`] }, 'fragment not allowed'],
  [{ redirect_uris: ['https://app.example@evil.example/'] }, 'user and password not allowed'],
  [{ redirect_uris: [`${redirect},https://evil.example`] }, 'invalid URL format'],
  [{ redirect_uris: [redirect], grant_types: ['password'] }, 'grant_types must only contain'],
  [{ redirect_uris: [redirect], client_name: 'x'.repeat(1025) }, 'client_name cannot exceed 1024 characters'],
  [{ redirect_uris: [redirect], client_uri: 'no address' }, 'client_uri must be a valid URL'],
  [{ redirect_uris: [redirect], logo_uri: 'javascript:alert(1)' }, 'logo_uri must be a valid URL'],
  [{ redirect_uris: [redirect], client_type: 'open' }, 'client_type must be'],
  [
    { redirect_uris: [redirect], token_endpoint_auth_method: 'x' },
    'token_endpoint_auth_method must be one of',
  ],
  [
    { redirect_uris: [redirect], client_type: 'public', token_endpoint_auth_method: 'client_secret_post' },
    'is not valid for client_type',
  ],
];

test.each(invalidBodies)('%j is rejected: %s', async (body, message) => {
  const answer = await sendAsAdmin(server, path, { body });
  expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  expect(answer.body['msg']).toContain(message);
});

test('a change is checked like a new client, and needs something to change', async () => {
  const { data } = await oauth().createClient({ client_name: 'A', redirect_uris: [redirect] });
  const put = (body: object) => sendAsAdmin(server, `${path}/${data!.client_id}`, { method: 'PUT', body });
  for (const body of [
    {},
    { redirect_uris: [] },
    { grant_types: [] },
    { redirect_uris: ['http://a.example'] },
    { token_endpoint_auth_method: 'none' },
  ])
    expect(await put(body)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  expect((await sendAsAdmin(server, `${path}/mine`)).body['msg']).toBe('invalid client_id format');
  expect((await sendAsAdmin(server, `${path}/${randomUUID()}`)).status).toBe(404);
});

test('only administrators of the backend manage clients, and the audit log has their changes', async () => {
  for (const [method, where] of [
    ['GET', path],
    ['POST', path],
    ['GET', `${path}/${randomUUID()}`],
    ['PUT', `${path}/${randomUUID()}`],
    ['DELETE', `${path}/${randomUUID()}`],
    ['POST', `${path}/${randomUUID()}/regenerate_secret`],
  ] as const) {
    expect((await send(server, where, { method })).status).toBe(401);
    const { token } = server.as('carla');
    expect((await send(server, where, { method, token })).body['error_code']).toBe('not_admin');
  }
  const { data } = await oauth().createClient({ client_name: 'A', redirect_uris: [redirect] });
  await oauth().deleteClient(data!.client_id);
  await server.context.audit.settled();
  const entries = await server.context.db.query(
    `select payload -> 'traits' ->> 'change' as change from auth.audit_log_entries
     where payload -> 'traits' ->> 'target' = $1 order by created_at`,
    [`oauth_client:${data!.client_id}`],
  );
  expect(entries).toEqual([{ change: 'created' }, { change: 'deleted' }]);
});

test('without [auth.oauth_server], and for the endpoints that sign people in, the feature is off', async () => {
  await using off = await startTestApp();
  expect(await sendAsAdmin(off, path)).toMatchObject({
    status: 404,
    body: { error_code: 'feature_disabled' },
  });
  for (const where of ['/oauth/authorize', '/oauth/token', '/user/oauth/grants'])
    expect((await sendAsAdmin(server, where)).body['error_code']).toBe('feature_disabled');
});
