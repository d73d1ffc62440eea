import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addFilms } from '../testing/films.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await addFilms(server.context.db);
});
beforeEach(async () => {
  await server.context.db.query(`truncate notes restart identity`);
});
afterAll(() => server[Symbol.asyncDispose]());

type Options = { readonly prefer?: string; readonly accept?: string; readonly type?: string };

async function send(method: string, path: string, body?: unknown, options: Options = {}): Promise<Response> {
  const headers = new Headers({ 'content-type': options.type ?? 'application/json' });
  if (options.prefer) headers.set('prefer', options.prefer);
  if (options.accept) headers.set('accept', options.accept);
  return server.service(`/rest/v1${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

async function notes(): Promise<readonly object[]> {
  return server.context.db.query('select id, text, stars, code from notes order by id');
}

const single = 'application/vnd.pgrst.object+json';

test('an insert says 201, and gives rows only when asked to', async () => {
  const silent = await send('POST', '/notes', { text: 'a' });
  expect([silent.status, await silent.text()]).toEqual([201, '']);
  expect(silent.headers.get('content-range')).toBe('*/*');
  const shown = await send('POST', '/notes?select=id,text', [{ text: 'b' }, { text: 'c' }], {
    prefer: 'return=representation,count=exact',
  });
  expect(shown.status).toBe(201);
  expect(shown.headers.get('content-range')).toBe('*/2');
  expect(shown.headers.get('preference-applied')).toBe('return=representation, count=exact');
  expect(await shown.json()).toEqual([
    { id: 2, text: 'b' },
    { id: 3, text: 'c' },
  ]);
});

test('an insert that was planned before writes its own rows', async () => {
  const missing = { prefer: 'missing=default' };
  for (const text of ['a', 'b']) expect((await send('POST', '/notes', { text, stars: 1 })).status).toBe(201);
  expect((await send('POST', '/notes', [{ stars: 2, text: 'c' }])).status).toBe(201);
  expect((await send('POST', '/notes', { text: 'd' })).status).toBe(201);
  for (const text of ['e', 'f']) expect((await send('POST', '/notes', { text }, missing)).status).toBe(201);
  expect((await send('POST', '/notes', '{"text": "g", "text": "h"}')).status).toBe(201);
  expect(await notes()).toMatchObject([
    { text: 'a', stars: 1 },
    { text: 'b', stars: 1 },
    { text: 'c', stars: 2 },
    { text: 'd', stars: 3 },
    { text: 'e', stars: 3 },
    { text: 'f', stars: 3 },
    { text: 'h', stars: 3 },
  ]);
});

test.each<[string, unknown]>([
  ['no JSON', '{"text":'],
  ['a number', '7'],
  ['rows with other keys', [{ text: 'a' }, { stars: 1 }]],
])('a body of %s is refused after a good one, as before it', async (_, body) => {
  const refused = async () => {
    const response = await send('POST', '/notes', body);
    return [response.status, await response.json()];
  };
  const before = await refused();
  expect(before[0]).toBe(400);
  expect((await send('POST', '/notes', { text: 'a' })).status).toBe(201);
  expect(await refused()).toEqual(before);
  const unknown = await send('POST', '/nothing', body);
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'PGRST205' }]);
});

test('headers-only tells where the new row is', async () => {
  const response = await send('POST', '/notes', { text: 'a' }, { prefer: 'return=headers-only' });
  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toBe('/notes?id=eq.1');
  const found = await server.service(`/rest/v1${response.headers.get('location')}&select=text`);
  expect(await found.json()).toEqual([{ text: 'a' }]);
});

test('the columns parameter selects the columns to write; missing keys become null or the default', async () => {
  const rows = [{ text: 'a', stars: 5, other: 1 }, { text: 'b' }];
  expect((await send('POST', '/notes?columns="text","stars"', rows)).status).toBe(201);
  expect((await send('POST', '/notes?columns=text,stars', rows, { prefer: 'missing=default' })).status).toBe(
    201,
  );
  expect(await notes()).toMatchObject([
    { text: 'a', stars: 5 },
    { text: 'b', stars: null },
    { text: 'a', stars: 5 },
    { text: 'b', stars: 3 },
  ]);
});

test('a missing key of an identity column takes the next number', async () => {
  const rows = [{ id: 50, text: 'a' }, { text: 'b' }];
  expect((await send('POST', '/notes?columns=id,text', rows, { prefer: 'missing=default' })).status).toBe(
    201,
  );
  expect(await notes()).toMatchObject([
    { id: 1, text: 'b' },
    { id: 50, text: 'a' },
  ]);
});

test('an empty object takes all defaults, an empty array inserts nothing', async () => {
  expect((await send('POST', '/notes', {})).status).toBe(201);
  expect((await send('POST', '/notes', [{}, {}])).status).toBe(201);
  const nothing = await send('POST', '/notes', [], { prefer: 'return=representation' });
  expect([nothing.status, await nothing.json()]).toEqual([201, []]);
  expect(await notes()).toHaveLength(3);
});

test('an unknown column is an error', async () => {
  const response = await send('POST', '/notes', { texte: 'a' });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: 'PGRST204',
    details: null,
    hint: null,
    message: "Could not find the 'texte' column of 'notes' in the schema cache",
  });
});

test('an upsert merges or ignores, and says 200 when nothing is new', async () => {
  const prefer = 'resolution=merge-duplicates,return=representation';
  const made = await send('POST', '/notes?on_conflict=code', { code: 'x', text: 'one' }, { prefer });
  expect(made.status).toBe(201);
  const merged = await send(
    'POST',
    '/notes?on_conflict=code&select=id,text',
    { code: 'x', text: 'two' },
    { prefer },
  );
  expect([merged.status, await merged.json()]).toEqual([200, [{ id: 1, text: 'two' }]]);
  expect(merged.headers.get('preference-applied')).toBe('resolution=merge-duplicates, return=representation');
  const mixed = await send(
    'POST',
    '/notes',
    [
      { id: 1, text: 'three' },
      { id: 100, text: 'new' },
    ],
    { prefer },
  );
  expect(mixed.status).toBe(201);
  const ignored = await send(
    'POST',
    '/notes?select=id',
    [
      { id: 1, text: 'four' },
      { id: 101, text: 'x' },
    ],
    { prefer: 'resolution=ignore-duplicates,return=representation' },
  );
  expect(await ignored.json()).toEqual([{ id: 101 }]);
  expect(await notes()).toMatchObject([{ id: 1, text: 'three' }, { id: 100, text: 'new' }, { id: 101 }]);
});

test('a write returns rows in the requested order, also by columns that are not selected', async () => {
  const back = { prefer: 'return=representation' };
  const rows = [
    { text: 'a', stars: 1 },
    { text: 'c', stars: 3 },
    { text: 'b', stars: 2 },
  ];
  const made = await send('POST', '/notes?select=text&order=stars.desc', rows, back);
  expect(await made.json()).toEqual([{ text: 'c' }, { text: 'b' }, { text: 'a' }]);
  const gone = await send('DELETE', '/notes?stars=gt.1&select=stars&order=text&limit=1', undefined, back);
  expect(await gone.json()).toEqual([{ stars: 2 }, { stars: 3 }]);
});

test('R8 an update changes the rows that the filters match, and nothing without filters', async () => {
  await send('POST', '/notes', [{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
  const silent = await send('PATCH', '/notes?id=eq.1', { text: 'A' }, { prefer: 'count=exact' });
  expect([silent.status, silent.headers.get('content-range'), await silent.text()]).toEqual([
    204,
    '0-0/1',
    '',
  ]);
  const shown = await send(
    'PATCH',
    '/notes?id=gt.1&select=text&order=id',
    { text: 'z' },
    {
      prefer: 'return=representation',
    },
  );
  expect([shown.status, await shown.json()]).toEqual([200, [{ text: 'z' }, { text: 'z' }]]);
  const none = await send('PATCH', '/notes?id=eq.99', { text: 'z' }, { prefer: 'return=representation' });
  expect([none.status, none.headers.get('content-range'), await none.json()]).toEqual([200, '*/*', []]);
  expect((await send('PATCH', '/notes?id=eq.1', {})).status).toBe(204);
  const unfiltered = await send('PATCH', '/notes', { text: 'lost' });
  expect(unfiltered.status).toBe(400);
  expect(await unfiltered.json()).toMatchObject({ code: '21000', message: 'UPDATE requires a WHERE clause' });
  expect((await send('PATCH', '/notes?id=eq.1', [{ text: 'x' }, { text: 'y' }])).status).toBe(400);
  expect(await notes()).toMatchObject([{ text: 'A' }, { text: 'z' }, { text: 'z' }]);
});

test('R8 a delete removes the rows that the filters match, and nothing without filters', async () => {
  await send('POST', '/notes', [{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
  const silent = await send('DELETE', '/notes?id=eq.1');
  expect([silent.status, silent.headers.get('content-range')]).toEqual([204, '*/*']);
  const shown = await send('DELETE', '/notes?text=eq.b&select=text', undefined, {
    prefer: 'return=representation,count=exact',
  });
  expect([shown.status, shown.headers.get('content-range'), await shown.json()]).toEqual([
    200,
    '*/1',
    [{ text: 'b' }],
  ]);
  const unfiltered = await send('DELETE', '/notes');
  expect([unfiltered.status, ((await unfiltered.json()) as { code: string }).code]).toEqual([400, '21000']);
  expect((await send('DELETE', '/notes?limit=5')).status).toBe(400);
  expect(await notes()).toMatchObject([{ text: 'c' }]);
});

test('a single object that is none undoes the write', async () => {
  await send('POST', '/notes', [{ text: 'a' }, { text: 'b' }]);
  const prefer = 'return=representation';
  const one = await send('PATCH', '/notes?id=eq.1&select=text', { text: 'A' }, { prefer, accept: single });
  expect([one.status, await one.json()]).toEqual([200, { text: 'A' }]);
  for (const [method, path, body] of [
    ['PATCH', '/notes?id=gt.0', { text: 'lost' }],
    ['PATCH', '/notes?id=eq.99', { text: 'lost' }],
    ['DELETE', '/notes?id=gt.0', undefined],
    ['POST', '/notes', [{ text: 'x' }, { text: 'y' }]],
  ] as const) {
    const response = await send(method, path, body, { prefer, accept: single });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([406, 'PGRST116']);
  }
  expect((await send('DELETE', '/notes?id=gt.0', undefined, { accept: single })).status).toBe(406);
  expect(await notes()).toMatchObject([{ text: 'A' }, { text: 'b' }]);
});

test('more rows than max-affected allows undo the write', async () => {
  await send('POST', '/notes', [{ text: 'a' }, { text: 'b' }]);
  const prefer = 'handling=strict, max-affected=1';
  const refused = await send('DELETE', '/notes?id=gt.0', undefined, { prefer });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({
    code: 'PGRST124',
    details: 'The query affects 2 rows',
    hint: null,
    message: 'Query result exceeds max-affected preference constraint',
  });
  expect(await notes()).toHaveLength(2);
  expect((await send('DELETE', '/notes?id=eq.1', undefined, { prefer })).status).toBe(204);
  expect(await notes()).toHaveLength(1);
});

test('PUT writes the one row that its filters name', async () => {
  const made = await send('PUT', '/notes?id=eq.7', { id: 7, text: 'put' });
  expect(made.status).toBe(201);
  const changed = await send(
    'PUT',
    '/notes?id=eq.7&select=text',
    { id: 7, text: 'again' },
    {
      prefer: 'return=representation',
    },
  );
  expect([changed.status, await changed.json()]).toEqual([200, [{ text: 'again' }]]);
  expect((await send('PUT', '/notes?id=eq.7', { id: 7, text: 'third' })).status).toBe(204);
  for (const [path, body, status, code] of [
    ['/notes?id=eq.8', { id: 7, text: 'x' }, 400, 'PGRST115'],
    ['/notes?id=eq.8', { text: 'x' }, 400, 'PGRST115'],
    ['/notes', { id: 8 }, 405, 'PGRST105'],
    ['/notes?id=gt.8', { id: 9 }, 405, 'PGRST105'],
    ['/notes?id=eq.8&text=eq.x', { id: 8, text: 'x' }, 405, 'PGRST105'],
    ['/notes?id=eq.8&limit=1', { id: 8 }, 400, 'PGRST114'],
  ] as const) {
    const response = await send('PUT', path, body);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  }
  expect(await notes()).toMatchObject([{ id: 7, text: 'third' }]);
});

test('takes CSV and forms', async () => {
  expect((await send('POST', '/notes', 'text,stars\na,1\n"b, c",NULL', { type: 'text/csv' })).status).toBe(
    201,
  );
  expect(
    (await send('POST', '/notes', 'text=d+e&stars=4', { type: 'application/x-www-form-urlencoded' })).status,
  ).toBe(201);
  expect(await notes()).toMatchObject([
    { text: 'a', stars: 1 },
    { text: 'b, c', stars: null },
    { text: 'd e', stars: 4 },
  ]);
});

test('I3 keeps texts exactly, whatever they hold', async () => {
  const text = 'ñ 🚕 "quotes" \\ back\u200bslash \u202e $1 ${x} \'); drop table notes; --';
  const response = await send('POST', '/notes?select=text', { text }, { prefer: 'return=representation' });
  expect(await response.json()).toEqual([{ text }]);
});

test.each([
  [{ text: 'bad' }, 400, '23514'],
  [{ text: null }, 400, '23502'],
  [{ code: 'long' }, 400, '22001'],
  [{ stars: 'five' }, 400, '22P02'],
  [{ stars: 4.5 }, 400, '22P02'],
  [{ stars: 100_000 }, 400, '22003'],
  [{ film_id: 99 }, 409, '23503'],
  ['{"text":"a\\u0000b"}', 400, '22P05'],
  ['{"text":"\\ud800"}', 400, '22P02'],
])('the database rejects %j with its own code', async (body, status, code) => {
  const response = await send('POST', '/notes', body);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  expect(await notes()).toEqual([]);
});
