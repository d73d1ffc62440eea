import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

/** Limits on the database cost of requests, and on side channels beside rows. */
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await server.context.db.query(`
    create table public.essays (id int primary key, words text not null);
    grant select on essays to anon, authenticated;
    insert into essays select n, repeat('a', 20000) from generate_series(1, 400) n`);
});
afterAll(() => server[Symbol.asyncDispose]());

const json = { 'content-type': 'application/json' };

async function answer(response: Response): Promise<string> {
  const text = await response.text();
  if (response.ok) return String(response.status);
  return `${response.status} ${(JSON.parse(text) as { code: string }).code}`;
}

const routes = '/rest/v1/time_based_routes?select=id&description=';
const backReferences = String.raw`(.{8,}).*(.{8,}).*(.{8,}).*\1.*\2.*\3`;

test('V6: regular expressions need an account', async () => {
  for (const operator of ['match', 'imatch', 'not.match', 'match(any)', 'imatch(all)']) {
    const filter = `${operator}.${operator.includes('(') ? '{a}' : 'a'}`;
    expect(await answer(await server.request(routes + filter))).toBe('400 PGRST127');
    expect(await answer(await server.as('nora').request(routes + filter))).toBe('200');
  }
  const nested = '/rest/v1/time_based_routes?select=id&or=(id.is.null,and(description.match.a,id.is.null))';
  expect(await answer(await server.request(nested))).toBe('400 PGRST127');
});

test.each([
  ['back references', backReferences],
  ['a back reference', String.raw`(a|b)\1`],
  ['a back reference after an escaped backslash', String.raw`(a)\\\1`],
  ['a counted repetition', 'a{1,200}'],
  ['looking ahead', '(?=a)(?=.*b)a'],
  ['options', '(?b)a'],
  ['more than 500 characters', 'a'.repeat(501)],
])('V6: users cannot send a regular expression with %s', async (_, expression) => {
  const filter = encodeURIComponent(expression);
  expect(await answer(await server.as('carla').request(`${routes}match.${filter}`))).toBe('400 PGRST127');
  const inArray = encodeURIComponent(`{"${expression.replaceAll('\\', '\\\\')}"}`);
  expect(await answer(await server.as('nora').request(`${routes}match(any).${inArray}`))).toBe(
    '400 PGRST127',
  );
});

test.each(['^a.*b$', 'a|b', '[a-z]+', String.raw`\d\.\\1`, '(?:ab)*', '[aáAÁ]'])(
  'a user may ask for the ordinary expression %s',
  async (expression) => {
    const filter = encodeURIComponent(expression);
    expect(await answer(await server.as('carla').request(`${routes}match.${filter}`))).toBe('200');
  },
);

test.each([
  ['a pattern with many wildcards', `words=like.${'*a'.repeat(200)}*b`],
  ['the same without case', `words=ilike.${'*a'.repeat(200)}*b`],
  ['fifty patterns', `or=(${Array.from({ length: 50 }, (_, n) => `words.like.*a*a*${n}`).join(',')})`],
  ['text search', 'words=wfts(spanish).b'],
])('V6: %s on long texts ends after a quarter of a second, or is quick', async (_, filter) => {
  const started = performance.now();
  expect(['200', '500 57014']).toContain(
    await answer(await server.request(`/rest/v1/essays?select=id&${filter}`)),
  );
  // More than ten times what is allowed: the machine may stall.
  expect(performance.now() - started).toBeLessThan(4000);
});

test('V6: too many conditions, sort keys, columns, steps into JSON or parameters are an error', async () => {
  const condition = 'id.gt.0';
  for (const query of [
    `or=(${Array(99).fill(condition).join(',')})&and=(${Array(99).fill(condition).join(',')})&id=gt.0&id=gt.1&id=gt.2`,
    `order=${Array(21).fill('id').join(',')}`,
    `select=${Array(201).fill('id').join(',')}`,
    Array(201).fill('id=gt.0').join('&'),
    `select=words->${Array(51).fill('a').join('->')}`,
    `${'a'.repeat(201)}=eq.1`,
  ])
    expect(await answer(await server.request(`/rest/v1/essays?${query}`))).toBe('400 PGRST100');
});

test('V2: a response of many megabytes is not sent', async () => {
  const big = await server.as('diego').request('/rest/v1/essays?select=words');
  expect(await answer(big)).toBe('400 PGRST414');
  expect(await answer(await server.as('diego').request('/rest/v1/essays?select=words&limit=50'))).toBe('200');
});

test('V23.9: a stranger sends 64 KiB at most, a user a bounded number of values', async () => {
  const send = (who: TestApp['request'], path: string, type: string, body: string) =>
    who(path, { method: 'POST', headers: { 'content-type': type }, body }).then(answer);
  const link = '/rest/v1/rpc/rating_link';
  expect(await send(server.request, link, 'application/json', `{"token":"${'x'.repeat(65_536)}"}`)).toBe(
    '413 PGRST413',
  );
  const lines = `rating\n${'5\n'.repeat(500_000)}`;
  expect(await send(server.as('diego').request, '/rest/v1/reviews', 'text/csv', lines)).toBe('400 PGRST102');
});

/** Inserts a driver record as Nora: if she could roll it back, she would learn whether the plate is taken. */
function probe(plate: string, prefer: string): Promise<Response> {
  const { request, userId } = server.as('nora');
  const contact = '+56911111111';
  const record = { name: 'Nora', license_plate: plate, driver_code: plate, contact, created_by: userId };
  return request('/rest/v1/drivers', {
    method: 'POST',
    headers: { ...json, prefer },
    body: JSON.stringify(record),
  });
}

test('V23.5: a driver cannot have a write rolled back; administrators and the secret key can', async () => {
  const kept = await probe('NNNN77', 'tx=rollback');
  expect([kept.status, kept.headers.get('preference-applied')]).toEqual([201, null]);
  const { rows } = {
    rows: await server.context.db.query(`select from drivers where license_plate = 'NNNN77'`),
  };
  expect(rows).toHaveLength(1);
  for (const send of [server.as('carla').request, server.service]) {
    const response = await send(`/rest/v1/drivers?license_plate=eq.NNNN77`, {
      method: 'PATCH',
      headers: { ...json, prefer: 'tx=rollback' },
      body: '{"name":"Never"}',
    });
    expect([response.status, response.headers.get('preference-applied')]).toEqual([204, 'tx=rollback']);
  }
  expect(await server.context.db.query(`select from drivers where name = 'Never'`)).toEqual([]);
});

test('V23.5: planned and estimated counts tell nothing of rows that policies hide', async () => {
  await server.context.db.query(`
    insert into drivers (name, license_plate, driver_code, contact)
      select 'Hidden', 'HH' || lpad(n::text, 4, '0'), 'H-' || n, '+56911111111' from generate_series(1, 3000) n;
    analyze drivers`);
  for (const count of ['planned', 'estimated', 'exact']) {
    const response = await server
      .as('elena')
      .request('/rest/v1/drivers?select=id', { headers: { prefer: `count=${count}` } });
    expect(response.headers.get('content-range')).toBe('0-0/1');
  }
});
