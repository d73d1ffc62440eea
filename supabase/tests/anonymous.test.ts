import { afterAll, beforeAll, expect, test } from 'vitest';
import { withAuth } from '../../backend/testing/auth/auth-config.ts';
import { createClient } from '../../backend/testing/auth/auth.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ config: withAuth({ enable_anonymous_sign_ins: true }) });
});
afterAll(() => server[Symbol.asyncDispose]());

test('V23.13: somebody without an address registers no driver, and rates nobody', async () => {
  const client = createClient(server);
  const { data } = await client.signInAnonymously();
  const { access_token: token, user } = data.session!;
  const insert = async (table: string, row: object) => {
    const response = await server.request(`/rest/v1/${table}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(row),
    });
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  const driver = { name: 'Nadie', license_plate: 'NADA12', driver_code: 'N-1' };
  expect(await insert('drivers', { ...driver, created_by: user.id })).toEqual([403, '42501']);

  const [own] = await server.context.db.query<{ id: string }>(
    'insert into drivers (name, license_plate, driver_code, created_by) values ($1, $2, $3, $4) returning id',
    [...Object.values(driver), user.id],
  );
  const link = { user_id: user.id, driver_id: own!.id };
  expect(await insert('user_drivers', link)).toEqual([403, '42501']);
  await server.context.db.query('insert into user_drivers values ($1, $2)', Object.values(link));
  expect(await insert('reviews', { driver_id: own!.id, rating: 5 })).toEqual([403, '42501']);
});
