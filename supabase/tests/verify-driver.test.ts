import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import type { Person } from '../../backend/testing/people.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

async function codeOf(person: Person): Promise<string> {
  const response = await person.request('/rest/v1/drivers?select=verification_code');
  const [row] = (await response.json()) as { verification_code: string }[];
  return row!.verification_code;
}

/** Asks as a phone that nobody has signed in on. */
async function verify(code: string | null): Promise<unknown> {
  const response = await server.request('/rest/v1/rpc/verify_driver', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' });

test('whoever holds the code learns who drives today, and nothing else', async () => {
  const diego = server.as('diego');
  await server.context.db.query(
    'update drivers set name = $1, photo_url = $2, approved = true where id = $3',
    ['Diego Armando Rojas', '/photo.webp', diego.driverId],
  );
  const code = await codeOf(diego);
  const known = [
    {
      first_name: 'Diego',
      license_plate: 'DDDD11',
      photo_url: '/photo.webp',
      authorised_on: today.format(new Date()),
      brand_model: null,
      colour: null,
    },
  ];
  expect(await verify(code)).toEqual(known);
  const typed = ` ${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase();
  expect(await verify(typed.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(known);
});

test('a passenger sees the vehicle as long as the shift lasts', async () => {
  const { driverId } = server.as('diego');
  const { db } = server.context;
  const code = await codeOf(server.as('diego'));
  const shift = `with car as (insert into vehicles (license_plate, brand_model, colour)
      values ('TAXI42', 'Kia K5', 'Gris') returning id)
    insert into shifts (driver_id, vehicle_id) select $1, id from car`;
  await db.query(shift, [driverId]);
  const car = { license_plate: 'TAXI42', brand_model: 'Kia K5', colour: 'Gris' };
  expect(await verify(code)).toMatchObject([car]);
  await db.query('update shifts set ended_at = now() where driver_id = $1', [driverId]);
  expect(await verify(code)).toMatchObject([{ license_plate: 'DDDD11', brand_model: null, colour: null }]);
});

test.each([null, '', 'ABCDEFGHJKMN', "' or true --", '%', 'x'.repeat(10_000)])(
  'a code that is not known gives nothing: %s',
  async (code) => {
    expect(await verify(code)).toEqual([]);
  },
);

test('a suspended driver is not authorised', async () => {
  const elena = server.as('elena');
  const code = await codeOf(elena);
  const { db } = server.context;
  await db.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
    elena.userId,
  ]);
  expect(await verify(code)).toEqual([]);
  await db.query(`update auth.users set banned_until = now() - interval '1 second' where id = $1`, [
    elena.userId,
  ]);
  expect(await verify(code)).toMatchObject([{ first_name: 'elena' }]);
});

test('codes cannot be guessed: twelve characters, no two alike', async () => {
  const rows = await server.context.db.query<{ code: string }>(
    'select private.new_verification_code() as code from generate_series(1, 2000)',
  );
  const codes = rows.map(({ code }) => code);
  expect(codes.every((code) => /^[0-9A-HJKMNP-TV-Z]{12}$/.test(code))).toBe(true);
  expect(new Set(codes).size).toBe(2000);
  const characters = new Map<string, number>();
  for (const character of codes.join('')) characters.set(character, (characters.get(character) ?? 0) + 1);
  // 24,000 characters over an alphabet of 32: 750 of each, with a standard deviation of 27.
  expect(characters.size).toBe(32);
  expect(Math.min(...characters.values())).toBeGreaterThan(550);
  expect(Math.max(...characters.values())).toBeLessThan(950);
});
