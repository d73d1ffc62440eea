import { FunctionsHttpError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import {
  anybody,
  as,
  call,
  connect,
  driverValues,
  forget,
  newAdmin,
  newEmail,
  newPassword,
  newPerson,
  post,
  service,
  told,
} from './people.ts';

const admin = await newAdmin();
const path = '/functions/v1/admin-users';
const invoke = (name: string, options: object = {}) =>
  admin.client.functions.invoke<Record<string, unknown>>(name, options);

test('an administrator lists accounts', async () => {
  const { data, error } = await invoke('admin-users', { method: 'GET' });
  expect(error).toBeNull();
  expect(JSON.stringify(data)).toContain('"email"');
  const query = await told(call(`${path}?search=${admin.email}`, { headers: as(admin) }));
  expect(query.status).toBe(200);
  expect(JSON.stringify(query.body)).toContain(admin.email);
});

test('creates, changes and deletes one', async () => {
  const [email, password] = [newEmail(), newPassword()];
  const driver = await service.from('drivers').insert(driverValues()).select('id').single();
  const made = await told(post(path, { email, password, driver_id: driver.data?.id as string }, as(admin)));
  expect(made.status).toBe(201);
  const { data } = await connect().auth.signInWithPassword({ email, password });
  const user = forget(data.user!);
  const one = (method: string, body?: string) =>
    told(call(`${path}/${user.id}`, { method, headers: as(admin), ...(body !== undefined && { body }) }));
  expect((await one('PATCH', JSON.stringify({ driver_id: null }))).status).toBe(200);
  expect((await one('DELETE')).status).toBe(204);
  await service
    .from('drivers')
    .delete()
    .eq('id', driver.data?.id as string);
});

test('who is no administrator is refused in the words of the function', async () => {
  const { client } = await newPerson();
  const { error } = await client.functions.invoke('admin-users', { method: 'GET' });
  expect(error).toBeInstanceOf(FunctionsHttpError);
  const answer = (error as FunctionsHttpError).context as Response;
  expect(await told(answer)).toEqual({
    status: 403,
    body: { code: expect.any(String), message: expect.any(String) },
  });
  expect((await anybody.functions.invoke('admin-users', { method: 'GET' })).error).toBeInstanceOf(
    FunctionsHttpError,
  );
});

test('without a valid token it is not even called', async () => {
  expect(await told(call(path))).toMatchObject({ status: 401, body: { message: expect.any(String) } });
  const bad = await told(call(path, { headers: { authorization: 'Bearer a.b.c' } }));
  expect(bad).toMatchObject({ status: 401, body: { message: 'Invalid JWT' } });
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
