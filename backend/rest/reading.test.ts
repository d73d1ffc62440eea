import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addFilms } from '../testing/films.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    config: (config) => ({
      ...config,
      protocol: { ...config.protocol, api: { ...config.protocol.api, max_rows: 3 } },
    }),
  });
  await addFilms(server.context.db);
});
afterAll(() => server[Symbol.asyncDispose]());

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return server.request(`/rest/v1${encodeURI(path)}`, { headers });
}

async function rows(path: string): Promise<unknown> {
  const response = await get(path);
  expect(response.status).toBe(200);
  return response.json();
}

async function titles(filter: string): Promise<readonly string[]> {
  const found = (await rows(`/films?select=title&order=id&${filter}`)) as readonly {
    readonly title: string;
  }[];
  return found.map(({ title }) => title);
}

test('gives the chosen columns, renamed and cast, in their order', async () => {
  expect(await rows('/films?select=title,when:year,year::text,id&id=eq.1')).toEqual([
    { title: 'Gloria', when: 2013, year: '2013', id: 1 },
  ]);
  const response = await get('/films?select=title,id&id=eq.1');
  expect(await response.text()).toBe('[{"title":"Gloria","id":1}]');
});

test('gives every type as JSON knows it', async () => {
  expect(await rows('/films?select=*&id=eq.1')).toEqual([
    {
      id: 1,
      title: 'Gloria',
      year: 2013,
      mood: 'calm',
      data: { a: { b: [10, 20] }, n: null },
      plot: 'A woman dances',
      tags: ['drama', 'music'],
      shown: '[1,5)',
      director_id: 1,
      second_director_id: null,
    },
  ]);
});

test.each([
  ['id=eq.2', ['No']],
  ['id=neq.2', ['Gloria', 'Jackie', 'Untitled']],
  ['id=gt.1&id=lte.3', ['No', 'Jackie']],
  ['id=in.(1,3)', ['Gloria', 'Jackie']],
  ['id=not.in.(1,3)', ['No', 'Untitled']],
  ['id=in.()', []],
  ['title=in.("Gloria","No")', ['Gloria', 'No']],
  ['year=is.null', ['Untitled']],
  ['year=not.is.null', ['Gloria', 'No', 'Jackie']],
  ['year=is.not_null', ['Gloria', 'No', 'Jackie']],
  ['year=isdistinct.2012', ['Gloria', 'Jackie', 'Untitled']],
  ['title=like.*o*', ['Gloria', 'No']],
  ['title=ilike.g*', ['Gloria']],
  ['title=like(any).{G*,J*}', ['Gloria', 'Jackie']],
  ['title=like(all).{*o*,*r*}', ['Gloria']],
  ['id=eq(any).{1,2}', ['Gloria', 'No']],
  ['mood=eq.tense', ['No']],
  ['tags=cs.{drama}', ['Gloria']],
  ['tags=cd.{politics,drama}', ['No', 'Untitled']],
  ['tags=ov.{music,politics}', ['Gloria', 'No']],
  ['shown=sl.[6,7)', ['Gloria']],
  ['shown=sr.[0,2)', ['No']],
  ['shown=nxr.[1,6)', ['Gloria']],
  ['shown=nxl.[4,9)', ['No']],
  ['shown=adj.[9,10)', ['No']],
  ['data=cs.{"n":null}', ['Gloria']],
  ['data->a->b->>0=eq.30', ['No']],
  ['data->a->b->0=eq.10', ['Gloria']],
  ['plot=fts.dances', ['Gloria']],
  ['plot=fts(english).dance', ['Gloria']],
  ['plot=plfts(english).campaign win', ['No']],
  ['plot=wfts(english).woman or campaign', ['Gloria', 'No']],
  ['plot=phfts(english).woman dances', ['Gloria']],
  ['plot=not.fts.dances', ['No']],
  ['or=(id.eq.1,and(id.gt.2,year.is.null))', ['Gloria', 'Untitled']],
  ['and=(id.gt.1,not.or(id.eq.3,id.eq.4))', ['No']],
  ["title=eq.it's%3B--", []],
])('finds by %s', async (filter, expected) => {
  expect(await titles(filter)).toEqual(expected);
});

test('finds by a regular expression', async () => {
  for (const filter of ['title=match.^J', 'title=imatch.^j', 'title=match(any).{^Jac,^X}']) {
    const response = await server.service(`/rest/v1${encodeURI(`/films?select=title&${filter}`)}`);
    expect(await response.json()).toEqual([{ title: 'Jackie' }]);
  }
});

test('orders, with nulls where they are asked for', async () => {
  const ids = async (order: string): Promise<unknown> =>
    ((await rows(`/films?select=id&limit=3&order=${order}`)) as { id: number }[]).map(({ id }) => id);
  expect(await ids('year.desc.nullslast')).toEqual([3, 1, 2]);
  expect(await ids('year.nullsfirst,id.desc')).toEqual([4, 2, 1]);
  expect(await ids('data->a->b->0.desc.nullslast,id')).toEqual([2, 1, 3]);
});

test('gives the last name of a JSON path as the key', async () => {
  expect(await rows('/films?select=data->a->b,data->a->b->0,x:data->>n,title->y&id=eq.1')).toEqual([
    { b: 10, x: null, y: null },
  ]);
  const response = await get('/films?select=data->a->b,first:data->a->b->0&id=eq.1');
  expect(await response.json()).toEqual([{ b: [10, 20], first: 10 }]);
});

test('R7 pages by limit and offset, or by a Range header, and caps in silence', async () => {
  const ranges = async (path: string, headers?: Record<string, string>) => {
    const response = await get(path, headers);
    return [
      response.status,
      response.headers.get('content-range'),
      ((await response.json()) as unknown[]).length,
    ];
  };
  expect(await ranges('/films?order=id')).toEqual([200, '0-2/*', 3]);
  expect(await ranges('/films?order=id&limit=1000000')).toEqual([200, '0-2/*', 3]);
  expect(await ranges('/films?limit=2&offset=1')).toEqual([200, '1-2/*', 2]);
  expect(await ranges('/films?limit=0')).toEqual([200, '*/*', 0]);
  expect(await ranges('/films?offset=9')).toEqual([200, '*/*', 0]);
  expect(await ranges('/films', { range: '2-9' })).toEqual([200, '2-3/*', 2]);
  expect(await ranges('/films', { range: '0-0', prefer: 'count=exact' })).toEqual([206, '0-0/4', 1]);
  expect(await ranges('/films?id=lt.3', { prefer: 'count=exact' })).toEqual([200, '0-1/2', 2]);
  expect(await ranges('/films?id=eq.99', { prefer: 'count=exact' })).toEqual([200, '*/0', 0]);
});

test('an offset beyond the counted rows is an error', async () => {
  const response = await get('/films?offset=9', { prefer: 'count=exact' });
  expect(response.status).toBe(416);
  expect(await response.json()).toEqual({
    code: 'PGRST103',
    details: 'An offset of 9 was requested, but there are only 4 rows.',
    hint: null,
    message: 'Requested range not satisfiable',
  });
  expect((await get('/films?limit=-1')).status).toBe(416);
  expect((await get('/films', { range: '5-2' })).status).toBe(416);
});

test('estimates the number of rows for the secret key, and counts them for others', async () => {
  await server.context.db.query('analyze films');
  for (const count of ['planned', 'estimated'])
    for (const send of [server.request, server.service]) {
      const response = await send('/rest/v1/films?select=id&limit=1', {
        headers: { prefer: `count=${count}` },
      });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe('0-0/4');
      expect(response.headers.get('preference-applied')).toBe(`count=${count}`);
    }
});

test('HEAD says the same as GET without a body', async () => {
  const response = await server.request('/rest/v1/films?select=id', {
    method: 'HEAD',
    headers: { prefer: 'count=exact' },
  });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe('0-2/4');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.text()).toBe('');
});

test('a single object is exactly one row', async () => {
  const accept = 'application/vnd.pgrst.object+json';
  const one = await get('/films?select=title&id=eq.1', { accept });
  expect(one.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8');
  expect(await one.json()).toEqual({ title: 'Gloria' });
  for (const [filter, found] of [
    ['id=eq.99', 0],
    ['id=lt.3', 2],
  ]) {
    const response = await get(`/films?${filter}`, { accept });
    expect(response.status).toBe(406);
    expect(await response.json()).toEqual({
      code: 'PGRST116',
      details: `The result contains ${found} rows`,
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    });
  }
});

test('leaves out nulls, or gives CSV, when asked to', async () => {
  const stripped = await get('/films?select=id,year&id=eq.4', {
    accept: 'application/vnd.pgrst.array+json;nulls=stripped',
  });
  expect(await stripped.json()).toEqual([{ id: 4 }]);
  const csv = await get('/films?select=id,title,year&id=in.(1,4)&order=id', { accept: 'text/csv' });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await csv.text()).toBe('id,title,year\n1,Gloria,2013\n4,Untitled,');
});

test('says where the content is, and that it is not to be stored', async () => {
  const { headers } = await get('/films?select=id&id=eq.1');
  expect(headers.get('content-location')).toBe('/films?id=eq.1&select=id');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-profile')).toBeNull();
});

test('a read cannot write, whatever is in the URL', async () => {
  const response = await get("/films?title=eq.'; delete from films; --");
  expect(await response.json()).toEqual([]);
  expect((await server.context.db.query('select from films')).length).toBe(4);
});
