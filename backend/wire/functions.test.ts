import { FunctionsHttpError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import {
  anybody,
  as,
  call,
  connect,
  forget,
  newAdmin,
  newEmail,
  newPassword,
  newPerson,
  post,
  told,
} from './people.ts';

const admin = await newAdmin();
const path = '/functions/v1/accounts';
const invoke = (name: string, options: object = {}) =>
  admin.client.functions.invoke<Record<string, unknown>>(name, options);

test('an administrator lists accounts', async () => {
  const { data, error } = await invoke('accounts', { method: 'GET' });
  expect(error).toBeNull();
  expect(JSON.stringify(data)).toContain('"email"');
  const query = await told(call(`${path}?search=${admin.email}`, { headers: as(admin) }));
  expect(query.status).toBe(200);
  expect(JSON.stringify(query.body)).toContain(admin.email);
});

test('creates, changes and deletes one', async () => {
  const [email, password] = [newEmail(), newPassword()];
  const made = await told(post(path, { email, password, email_confirm: true }, as(admin)));
  expect(made.status).toBe(201);
  const { data } = await connect().auth.signInWithPassword({ email, password });
  const user = forget(data.user!);
  const one = (method: string, body?: string) =>
    told(call(`${path}/${user.id}`, { method, headers: as(admin), ...(body !== undefined && { body }) }));
  expect((await one('PATCH', JSON.stringify({ user_metadata: { name: 'Ana' } }))).status).toBe(200);
  expect((await one('DELETE')).status).toBe(200);
});

test('who is no administrator is refused in the words of the function', async () => {
  const { client } = await newPerson();
  const { error } = await client.functions.invoke('accounts', { method: 'GET' });
  expect(error).toBeInstanceOf(FunctionsHttpError);
  const answer = (error as FunctionsHttpError).context as Response;
  expect(await told(answer)).toEqual({
    status: 403,
    body: { code: expect.any(String), message: expect.any(String) },
  });
  expect((await anybody.functions.invoke('accounts', { method: 'GET' })).error).toBeInstanceOf(
    FunctionsHttpError,
  );
});

test('without a valid token it does nothing', async () => {
  expect(await told(call(path))).toMatchObject({ status: 401, body: { message: expect.any(String) } });
  const bad = await told(call(path, { headers: { authorization: 'Bearer a.b.c' } }));
  expect(bad).toMatchObject({ status: 401, body: { message: expect.any(String) } });
});

test('OPTIONS needs none', async () => {
  const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
  expect((await call(path, { method: 'OPTIONS', headers })).status).toBeLessThan(300);
  expect((await call(path, { method: 'OPTIONS' })).status).toBeLessThan(300);
});

test('method, path and body reach it', async () => {
  for (const [method, suffix, body, status] of [
    ['PUT', '', '{}', 405],
    ['GET', '/a/b', undefined, 404],
    ['POST', '', '{', 400],
    ['POST', '', '{"email":"x"}', 400],
    ['PATCH', '/none', '{}', 400],
  ] as const) {
    const init = { method, headers: as(admin), ...(body !== undefined && { body }) };
    expect(await told(call(path + suffix, init)), `${method} ${suffix}`).toEqual({
      status,
      body: { code: expect.any(String), message: expect.any(String) },
    });
  }
});

test('there is no such function', async () => {
  const { error } = await invoke('nothing', { body: {} });
  expect(error).toBeInstanceOf(FunctionsHttpError);
  const answer = (error as FunctionsHttpError).context as Response;
  expect(await told(answer)).toEqual({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'Requested function was not found' },
  });
});

/** The request that `wire-echo` of the suite's fixture saw. */
interface Seen {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Record<string, string>;
  readonly body: readonly number[];
}

test('every method, with path, query, headers and bytes as they were sent', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await call('/functions/v1/wire-echo/a%20b/c?x=1&x=%C3%B1', {
      method,
      headers: { 'x-trip': 'norte', 'content-type': 'application/x-own', 'x-region': 'sa-east-1' },
      ...(method !== 'GET' && { body: bytes }),
    });
    expect([answer.status, answer.headers.get('x-own')]).toEqual([200, 'yes']);
    const seen = (await answer.json()) as Seen;
    expect(seen).toMatchObject({ method, path: '/wire-echo/a%20b/c', search: '?x=1&x=%C3%B1' });
    expect(seen.headers).toMatchObject({ 'x-trip': 'norte', 'x-region': 'sa-east-1' });
    expect(seen.body).toEqual(method === 'GET' ? [] : [...bytes]);
  }
  const head = await call('/functions/v1/wire-echo', { method: 'HEAD' });
  expect([head.status, head.headers.get('x-own'), await head.text()]).toEqual([200, 'yes', '']);
});

test('status, headers and several cookies of the answer come back as they are', async () => {
  for (const status of [201, 204, 302, 418, 503]) {
    const answer = await call(`/functions/v1/wire-echo?status=${status}&cookie=a%3D1&cookie=b%3D2`);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([status, ['a=1', 'b=2']]);
  }
});

test('OPTIONS reaches a function without a token', async () => {
  const answer = await call('/functions/v1/wire-guarded', { method: 'OPTIONS' });
  expect(answer.status).toBeLessThan(300);
});

test('the client sends JSON, text, forms and bytes', async () => {
  const echo = async (body: FormData | Blob | ArrayBuffer | string | object) => {
    const { data } = await anybody.functions.invoke<Seen>('wire-echo', { body });
    return { type: data!.headers['content-type'], text: Buffer.from(data!.body).toString() };
  };
  expect(await echo({ a: 'ñ' })).toEqual({ type: 'application/json', text: '{"a":"ñ"}' });
  expect(await echo('text')).toEqual({ type: 'text/plain', text: 'text' });
  expect(await echo(new Blob(['blob']))).toEqual({ type: 'application/octet-stream', text: 'blob' });
  expect(await echo(new TextEncoder().encode('bytes').buffer)).toMatchObject({ text: 'bytes' });
  const form = new FormData();
  form.append('field', 'value');
  const sent = await echo(form);
  expect(sent.type).toMatch(/^multipart\/form-data; boundary=/);
  expect(sent.text).toContain('value');
});

test('an answer streams: its beginning is there before its end is made', async () => {
  const address = `/functions/v1/wire-stream?name=${crypto.randomUUID()}`;
  const answer = await call(address);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('first\n');
  expect((await call(address, { method: 'POST', body: 'second' })).status).toBe(204);
  expect((await reader.read()).value).toBe('second\n');
  expect((await reader.read()).done).toBe(true);
});

test('the client hands a stream of events on', async () => {
  const name = crypto.randomUUID();
  const { data } = await anybody.functions.invoke<Response>(`wire-stream?name=${name}`, { method: 'GET' });
  await call(`/functions/v1/wire-stream?name=${name}`, { method: 'POST', body: 'second' });
  expect(await data!.text()).toBe('first\nsecond\n');
});

test('a guarded function is called with a session or a key, and fails without telling why', async () => {
  const { client } = await newPerson();
  const hello = { url: true, text: 'hello' };
  expect((await client.functions.invoke('wire-guarded', { body: 'hello' })).data).toEqual(hello);
  const withKey = { method: 'POST', headers: as(), body: 'hello' };
  expect(await told(call('/functions/v1/wire-guarded', withKey))).toEqual({ status: 200, body: hello });
  expect((await call('/functions/v1/wire-guarded', { method: 'POST', body: 'x' })).status).toBe(401);
  const failed = await client.functions.invoke('wire-guarded', { body: 'fail' });
  expect(failed.error).toBeInstanceOf(FunctionsHttpError);
  const answer = (failed.error as FunctionsHttpError).context as Response;
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('secret');
});

test('a body that is too large is refused', async () => {
  const body = 'x'.repeat(1024 * 1024 + 1);
  const answer = await told(call('/functions/v1/wire-echo', { method: 'POST', body }));
  expect(answer).toMatchObject({ status: 413, body: { code: 413, message: expect.any(String) } });
});
