import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, sendAsAdmin, type AuthResponse } from '../../backend/testing/auth/auth.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

function create(body: unknown): Promise<AuthResponse> {
  return sendAsAdmin(server, '/admin/users', { body });
}

async function countUsers(): Promise<number> {
  const [row] = await server.context.db.query<{ count: number }>(
    'select count(*)::integer as count from auth.users',
  );
  return row!.count;
}

test('a user is created with a driver, or not at all', async () => {
  const driverId = server.as('diego').driverId;
  const email = newEmail();
  const { status, body } = await create({ email, app_metadata: { initial_driver_id: driverId } });
  expect(status).toBe(200);
  const links = await server.context.db.query(
    'select driver_id from public.user_drivers where user_id = $1',
    [body['id']],
  );
  expect(links).toEqual([{ driver_id: driverId }]);
  const before = await countUsers();
  for (const bad of [randomUUID(), 'not a driver', 17]) {
    const refused = await create({ email: newEmail(), app_metadata: { initial_driver_id: bad } });
    expect([refused.status, refused.body['error_code']]).toEqual([422, 'validation_failed']);
    expect(JSON.stringify(refused.body)).not.toContain(String(bad));
  }
  expect(await countUsers()).toBe(before);
});
