import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addFilms } from '../testing/films.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await addFilms(server.context.db);
});
afterAll(() => server[Symbol.asyncDispose]());

async function rows(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await server.request(`/rest/v1${encodeURI(path)}`, { headers });
  const body: unknown = await response.json();
  expect(body).not.toHaveProperty('code');
  return body;
}

test('to-one is an object or null, to-many an array', async () => {
  expect(await rows('/films?select=title,director:directors!director_id(name)&order=id&limit=1')).toEqual([
    { title: 'Gloria', director: { name: 'Sebastián Lelio' } },
  ]);
  expect(await rows('/films?select=id,director_id(name)&id=eq.4')).toEqual([{ id: 4, director_id: null }]);
  expect(await rows('/directors?select=name,films!films_director_id_fkey(title)&order=id')).toEqual([
    { name: 'Sebastián Lelio', films: [{ title: 'Gloria' }] },
    { name: 'Pablo Larraín', films: [{ title: 'No' }, { title: 'Jackie' }] },
    { name: 'Nobody', films: [] },
  ]);
});

test('a key that is unique on its side gives one object', async () => {
  expect(await rows('/films?select=id,posters(size)&order=id&limit=3')).toEqual([
    { id: 1, posters: { size: 'A1' } },
    { id: 2, posters: { size: 'A2' } },
    { id: 3, posters: null },
  ]);
});

test('many-to-many goes through the junction, which can also be read', async () => {
  expect(
    await rows('/films?select=title,actors(name),roles(part,actors(name))&id=eq.2&roles.order=part'),
  ).toEqual([
    {
      title: 'No',
      actors: expect.arrayContaining([{ name: 'Gael García Bernal' }, { name: 'Paulina García' }]),
      roles: [
        { part: 'Guest', actors: { name: 'Paulina García' } },
        { part: 'René', actors: { name: 'Gael García Bernal' } },
      ],
    },
  ]);
});

test('filters, order and limit of an embed touch the embedded rows only', async () => {
  expect(
    await rows(
      '/directors?select=id,films!director_id(title)&films.order=title&films.limit=1&films.year=gt.2000&order=id',
    ),
  ).toEqual([
    { id: 1, films: [{ title: 'Gloria' }] },
    { id: 2, films: [{ title: 'Jackie' }] },
    { id: 3, films: [] },
  ]);
  expect(
    await rows('/directors?select=id,films!director_id(id)&films.or=(id.eq.1,id.eq.2)&id=lt.3&order=id'),
  ).toEqual([
    { id: 1, films: [{ id: 1 }] },
    { id: 2, films: [{ id: 2 }] },
  ]);
});

test('an inner embed, or asking whether it is there, decides about the parents', async () => {
  const inner = '/directors?select=id,films!director_id!inner(id)&films.title=eq.No';
  expect(await rows(inner)).toEqual([{ id: 2, films: [{ id: 2 }] }]);
  expect(await rows('/films?select=id,directors!director_id!inner(id)&directors.name=like.S*')).toEqual([
    { id: 1, directors: { id: 1 } },
  ]);
  expect(await rows('/directors?select=id,films!director_id(id)&films=is.null')).toEqual([
    { id: 3, films: [] },
  ]);
  expect(await rows('/directors?select=id,films!director_id()&films=not.is.null&order=id')).toEqual([
    { id: 1 },
    { id: 2 },
  ]);
  expect(await rows('/films?select=id,d:director_id()&d=is.null')).toEqual([{ id: 4 }]);
  const counted = await server.request(`/rest/v1${inner}`, { headers: { prefer: 'count=exact' } });
  expect(counted.headers.get('content-range')).toBe('0-0/1');
  const related = await server.request(
    '/rest/v1/directors?select=films!director_id()&or=(films.is.null,id.eq.1)',
    {
      headers: { prefer: 'count=exact' },
    },
  );
  expect(related.headers.get('content-range')).toBe('0-1/2');
});

test('embeds may be nested, renamed and repeated', async () => {
  expect(
    await rows(
      '/films?select=id,first:directors!director_id(name,films!director_id(id)),second:directors!second_director_id(name)&id=eq.2&first.films.order=id.desc',
    ),
  ).toEqual([
    {
      id: 2,
      first: { name: 'Pablo Larraín', films: [{ id: 3 }, { id: 2 }] },
      second: { name: 'Sebastián Lelio' },
    },
  ]);
});

test('a table that refers to itself is embedded in both directions', async () => {
  expect(await rows('/families?select=name,parent:parent_id(name),children:families(name)&id=eq.2')).toEqual([
    { name: 'parent', parent: { name: 'grandparent' }, children: [{ name: 'child' }] },
  ]);
});

test('orders by a column of a to-one embed', async () => {
  expect(
    await rows('/films?select=id,d:directors!director_id(name)&order=d(name).desc.nullslast,id.desc&limit=2'),
  ).toMatchObject([{ id: 1 }, { id: 3 }]);
});

test('spreads columns into the parent', async () => {
  expect(await rows('/films?select=id,...directors!director_id(director:name,born)&id=eq.1')).toEqual([
    { id: 1, director: 'Sebastián Lelio', born: '1974-03-08' },
  ]);
  expect(
    await rows('/directors?select=id,...films!director_id(titles:title,year)&films.order=year&order=id'),
  ).toEqual([
    { id: 1, titles: ['Gloria'], year: [2013] },
    { id: 2, titles: ['No', 'Jackie'], year: [2012, 2016] },
    { id: 3, titles: [], year: [] },
  ]);
  expect(await rows('/posters?select=...films(title,...directors!director_id(name))&film_id=eq.1')).toEqual([
    { title: 'Gloria', name: 'Sebastián Lelio' },
  ]);
});

test('views are embedded by the keys of the tables behind them', async () => {
  expect(await rows('/recent_films?select=title,directors(name)&film=eq.1')).toEqual([
    { title: 'Gloria', directors: { name: 'Sebastián Lelio' } },
  ]);
  expect(await rows('/directors?select=id,recent_films(title)&order=id&limit=2')).toEqual([
    { id: 1, recent_films: [{ title: 'Gloria' }] },
    { id: 2, recent_films: [{ title: 'Jackie' }] },
  ]);
  expect(await rows('/recent_films?select=title,director_names(name),roles(part)&film=eq.3')).toEqual([
    { title: 'Jackie', director_names: { name: 'PABLO LARRAÍN' }, roles: [{ part: 'Jackie' }] },
  ]);
});

test('the rows that a write returns may embed too', async () => {
  const response = await server.service(
    '/rest/v1/notes?select=text,films(title,directors!director_id(name))',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      body: JSON.stringify({ text: 'seen', film_id: 1 }),
    },
  );
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual([
    { text: 'seen', films: { title: 'Gloria', directors: { name: 'Sebastián Lelio' } } },
  ]);
});

test('R6 tables of schemas that are not exposed cannot be embedded', async () => {
  const response = await server.as('diego').request('/rest/v1/drivers?select=*,users(*)');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'PGRST200' });
});

test('two embeds under one name are an error: one of them would be lost', async () => {
  const ask = async (select: string) => {
    const response = await server.request(`/rest/v1/films?select=${encodeURIComponent(select)}&limit=1`);
    const { code, message } = (await response.json()) as { code?: string; message?: string };
    return [response.status, code, message];
  };
  const refused = (name: string) => [400, '42712', `table name "${name}" specified more than once`];
  expect(await ask('directors!director_id(name),directors!films_second_fkey(id)')).toEqual(
    refused('films_directors_1'),
  );
  expect(await ask('x:posters(size),x:roles(part)')).toEqual(refused('films_x_1'));
  expect(await ask('roles(actors(name),actors(id))')).toEqual(refused('roles_actors_2'));
  expect(await ask('first:directors!director_id(name),second:directors!films_second_fkey(id)')).toEqual([
    200,
    undefined,
    undefined,
  ]);
});
