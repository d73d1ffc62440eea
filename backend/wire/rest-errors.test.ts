import { expect, test } from 'vitest';
import { newClub } from './club.ts';
import {
  anybody,
  as,
  call,
  walkerValues,
  newWalker,
  newPerson,
  service,
  told,
  type RawRequest,
} from './people.ts';

const { tag, ana } = await newClub();

function send(path: string, init: RawRequest = {}) {
  return call(`/rest/v1/${path}`, {
    ...init,
    headers: { ...as(), 'content-type': 'application/json', ...init.headers },
  });
}

/** The error as the wire has it: these four keys. */
function error(
  code: string,
  message: unknown = expect.any(String),
  details: unknown = null,
  hint: unknown = null,
) {
  return { code, message, details, hint };
}
const any: unknown = expect.anything();

test.each([
  ['walkers?name=is.7', 400, error('PGRST100', any, any)],
  ['walkers?name=equals.7', 400, error('PGRST100', any, any)],
  ['walkers?select=name(', 400, error('PGRST100', any, any)],
  ['walkers?or=(name.eq.a', 400, error('PGRST100', any, any)],
  ['walkers?order=name.up', 400, error('PGRST100', any, any)],
  ['walkers?limit=-1', 416, error('PGRST103', 'Requested range not satisfiable', any)],
  [
    'walkers?opinions.rating=eq.1',
    400,
    error(
      'PGRST108',
      "'opinions' is not an embedded resource in this request",
      null,
      "Verify that 'opinions' is included in the 'select' query parameter.",
    ),
  ],
  ['walkers?select=opinions(id)&order=opinions(rating)', 400, error('PGRST118', any, any)],
  ['walkers?select=opinions(id)&opinions=eq.1', 400, error('PGRST120', any, any)],
  ['a/b', 404, error('PGRST125', 'Invalid path specified in request URL')],
  [
    'walkers?select=walks(*)',
    400,
    error(
      'PGRST200',
      "Could not find a relationship between 'walkers' and 'walks' in the schema cache",
      any,
      null,
    ),
  ],
  [
    'walkers?select=opinons(*)',
    400,
    error('PGRST200', any, any, "Perhaps you meant 'opinions' instead of 'opinons'."),
  ],
  ['walkers?select=opinions!nothing(*)', 400, error('PGRST200', any, any, null)],
  [
    'walker',
    404,
    error(
      'PGRST205',
      "Could not find the table 'public.walker' in the schema cache",
      null,
      "Perhaps you meant the table 'public.walkers'",
    ),
  ],
  ['rpc/is_admin', 404, error('PGRST202', any, any, null)],
  ['walkers?nothing=eq.1', 400, error('42703', 'column walkers.nothing does not exist')],
  ['walkers?select=nothing', 400, error('42703', 'column walkers.nothing does not exist')],
  ['walkers?id=eq.1', 400, error('22P02', 'invalid input syntax for type uuid: "1"')],
  ['walkers?name=match.(', 400, error('2201B', any)],
  ['walkers?name=sl.a', 404, error('42883', any, null, any)],
  ['walkers?select=name::nothing', 400, error('42704', any)],
])('GET %s', async (path, status, body) => {
  const answer = await send(path);
  expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${body.code}`);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await told(answer)).toEqual({ status, body });
});

test.each([
  ['{', 'PGRST102'],
  ['', 'PGRST102'],
  ['7', 'PGRST102'],
  ['[1]', 'PGRST102'],
  ['[{"name":"a"},{"duration":"b"}]', 'PGRST102'],
  ['{"nothing":1}', 'PGRST204'],
  ['{"name":null,"duration":"x"}', '23502'],
  ['{"name":"a","duration":"x","id":"y"}', '22P02'],
  ['{"name":"a","duration":"x","stops":{}}', '23514'],
])('POST %s', async (body, code) => {
  expect(await told(send('walks', { method: 'POST', body }))).toMatchObject({
    status: 400,
    body: { code },
  });
});

test('an unknown column of a write is named, as is one of columns', async () => {
  const message = "Could not find the 'nothing' column of 'walkers' in the schema cache";
  expect((await service.from('walkers').insert({ nothing: 1 })).error).toMatchObject(
    error('PGRST204', message),
  );
  const body = JSON.stringify([{ name: 'x' }]);
  expect(await told(send('walkers?columns=nothing', { method: 'POST', body }))).toEqual({
    status: 400,
    body: error('PGRST204', message),
  });
});

test('what is taken is a conflict, what points nowhere too', async () => {
  const values = { ...walkerValues(), name: `${tag} x` };
  const { data } = await service.from('walkers').select('verification_code').eq('id', ana).single();
  const taken = await service
    .from('walkers')
    .insert({ ...values, verification_code: String(data?.verification_code) });
  expect(taken).toMatchObject({
    status: 409,
    error: error(
      '23505',
      'duplicate key value violates unique constraint "walkers_verification_code_key"',
      any,
    ),
  });
  const nowhere = await service.from('opinions').insert({ walker_id: crypto.randomUUID(), rating: 1 });
  expect(nowhere).toMatchObject({ status: 409, error: error('23503', any, any) });
});

test('without rights: 401 for nobody, 403 for somebody', async () => {
  expect((await anybody.from('walkers').select()).status).toBe(401);
  expect((await anybody.from('walkers').insert(walkerValues())).error?.code).toBe('42501');
  const { client } = await newPerson();
  const tour = await client.from('walks').insert({ name: 'x', duration: 'y' });
  expect(tour).toMatchObject({ status: 403, error: { code: '42501' } });
});

test.each([
  ['not-a-token', 401, /^PGRST30[13]$/],
  ['a.b.c', 401, /^PGRST30[13]$/],
])('the token %s is refused', async (token, status, code) => {
  const answer = await send('walkers', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  expect(await told(answer)).toMatchObject({ status, body: { code: expect.stringMatching(code) } });
});

test('verbs, types and schemas that there are not', async () => {
  expect(await told(send('rpc/anything', { method: 'PATCH', body: '{}' }))).toMatchObject({
    status: 405,
    body: { code: 'PGRST101' },
  });
  const type = await told(send('walkers', { headers: { accept: 'application/pdf' } }));
  expect(type).toMatchObject({ status: 406, body: { code: 'PGRST107' } });
  const schema = { status: 406, body: error('PGRST106', 'Invalid schema: private', null, any) };
  expect(await told(send('walkers', { headers: { 'accept-profile': 'private' } }))).toEqual(schema);
  const write = { method: 'POST', headers: { 'content-profile': 'private' }, body: '{}' };
  expect(await told(send('walkers', write))).toEqual(schema);
  const body = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: 'x' };
  expect(await told(send('walkers', body))).toMatchObject({ status: 400, body: { code: 'PGRST102' } });
});

test('an offset beyond what was counted', async () => {
  expect(
    await told(send(`opinions?walker_id=eq.${ana}&offset=9`, { headers: { prefer: 'count=exact' } })),
  ).toEqual({
    status: 416,
    body: error(
      'PGRST103',
      'Requested range not satisfiable',
      'An offset of 9 was requested, but there are only 3 rows.',
    ),
  });
});

test('strict handling refuses what it does not know', async () => {
  const prefer = 'handling=strict, anything=7';
  expect(await told(send('walkers', { headers: { prefer } }))).toEqual({
    status: 400,
    body: error('PGRST122', any, 'Invalid preferences: anything=7'),
  });
  expect((await send('walkers', { headers: { prefer: 'anything=7' } })).status).toBe(200);
});

test('a function that is not there, with what was looked for', async () => {
  for (const options of [{}, { get: true }])
    expect((await service.rpc('nothing', { a: 1 }, options)).error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.nothing(a) in the schema cache',
      details: expect.stringContaining('Searched for the function public.nothing'),
    });
});

test('HEAD has the status of GET, and no body', async () => {
  for (const path of ['walker', 'rpc/nothing']) {
    const answer = await send(path, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  }
});

test('a write without a filter is refused or changes what the policies show, never all in silence', async () => {
  const { client } = await newPerson();
  const emptied: unknown = await client.from('opinions').delete();
  expect(emptied).toSatisfy(({ status }: { status: number }) => status === 400 || status === 204);
  expect((await service.from('opinions').select('id').eq('walker_id', ana)).data).toHaveLength(3);
});

test('row-level security decides who writes what', async () => {
  const person = await newPerson();
  const walker = await newWalker(person);
  const { client } = person;
  const opinion = { walker_id: walker.id, rating: 5, user_name: 'Anonymous', comment: 'No comment' };
  expect((await client.from('opinions').insert(opinion)).status).toBe(201);
  const other = await client.from('opinions').insert({ ...opinion, walker_id: ana });
  expect(other).toMatchObject({ status: 403, error: { code: '42501' } });
  expect((await client.from('walkers').update({ name: 'Me' }).eq('id', ana).select()).data).toEqual([]);
  expect((await client.from('walkers').update({ opinion_count: 9 }).eq('id', walker.id)).error?.code).toBe(
    '42501',
  );
  expect((await client.from('walkers').select('id')).data).toEqual([{ id: walker.id }]);
  expect((await client.from('walkers').select('average_rating').single()).data).toEqual({
    average_rating: 5,
  });
});
