import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { createClient, refresh, send, sendAsAdmin } from '../../../testing/auth/auth.ts';
import { enrol, newMember, newSecuredMember, sessionOf } from '../../../testing/auth/factors.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

test('the official client lists and deletes the factors of a user', async () => {
  const member = await newSecuredMember(server);
  const { userId, factorId } = member;
  const { admin } = createClient(server, server.context.config.keys.secret);
  const { data } = await admin.mfa.listFactors({ userId });
  expect(data!.factors).toMatchObject([{ id: factorId, factor_type: 'totp', status: 'verified' }]);
  expect(JSON.stringify(data)).not.toContain('secret');
  const raised = await sessionOf(member);
  const deleted = await admin.mfa.deleteFactor({ userId, id: factorId });
  expect(deleted.error).toBeNull();
  expect((await admin.mfa.listFactors({ userId })).data!.factors).toEqual([]);
  const fallen = await refresh(server, raised.refresh_token);
  expect(decodeJwt(fallen.body['access_token'] as string)).toMatchObject({ aal: 'aal1' });
});

test('a factor can be renamed, except to the name of another', async () => {
  const member = await newMember(server);
  const { factorId } = await enrol(member, 'one');
  await enrol(member, 'two');
  const path = `/admin/users/${member.userId}/factors/${factorId}`;
  const rename = (name: string) =>
    sendAsAdmin(server, path, { method: 'PUT', body: { friendly_name: name } });
  expect(await rename('three')).toMatchObject({
    status: 200,
    body: { id: factorId, friendly_name: 'three' },
  });
  expect(await rename('two')).toMatchObject({
    status: 422,
    body: { error_code: 'mfa_factor_name_conflict' },
  });
  expect(await rename('x'.repeat(300))).toMatchObject({ status: 400 });
});

test.each(['GET', 'PUT', 'DELETE'])(
  '%s answers unknown users and factors, and only administrators',
  async (method) => {
    const { userId } = await newMember(server);
    const tail = method === 'GET' ? '' : `/${randomUUID()}`;
    const body = method === 'PUT' ? {} : undefined;
    const unknownUser = await sendAsAdmin(server, `/admin/users/${randomUUID()}/factors${tail}`, {
      method,
      body,
    });
    expect(unknownUser).toMatchObject({ status: 404, body: { error_code: 'user_not_found' } });
    const path = `/admin/users/${userId}/factors${tail}`;
    expect((await send(server, path, { method, body, token: server.as('carla').token })).body).toMatchObject({
      error_code: 'not_admin',
    });
    expect((await send(server, path, { method, body })).status).toBe(401);
    if (method === 'GET') return;
    expect((await sendAsAdmin(server, path, { method, body })).body).toMatchObject({
      error_code: 'mfa_factor_not_found',
    });
    expect(await sendAsAdmin(server, `/admin/users/${userId}/factors/x`, { method, body })).toMatchObject({
      status: 404,
      body: { error_code: 'validation_failed' },
    });
  },
);

test('a softly deleted account keeps no factor', async () => {
  const { userId } = await newSecuredMember(server);
  const body = { should_soft_delete: true };
  await sendAsAdmin(server, `/admin/users/${userId}`, { method: 'DELETE', body });
  expect(await server.context.db.query('select from auth.mfa_factors where user_id = $1', [userId])).toEqual(
    [],
  );
});
