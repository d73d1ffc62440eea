import { expect, test } from 'vitest';
import { anybody, as, call, must, newPerson, service, told } from './people.ts';

const wire = anybody.schema('wire');
const tag = `functions ${crypto.randomUUID()}`;

/** Calls as written. */
function send(
  name: string,
  init: { method?: string; body?: string | Uint8Array<ArrayBuffer>; type?: string } = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const { method = 'POST', body, type = 'application/json' } = init;
  const isRead = method === 'GET' || method === 'HEAD';
  return call(`/rest/v1/rpc/${name}`, {
    method,
    headers: isRead
      ? { 'accept-profile': 'wire', ...headers }
      : { 'content-profile': 'wire', 'content-type': type, ...headers },
    ...(!isRead && { body: body ?? '{}' }),
  });
}

test('a scalar is a bare value: by POST, GET and HEAD, with and without defaults', async () => {
  expect((await wire.rpc('add', { a: 1, b: 2 })).data).toBe(3);
  expect((await wire.rpc('add', { a: 1 })).data).toBe(11);
  expect((await wire.rpc('add', { a: 1, b: 5 }, { get: true })).data).toBe(6);
  const head = await wire.rpc('numbers', { upto: 3 }, { head: true, count: 'exact' });
  expect([head.status, head.data, head.count]).toEqual([200, null, 3]);
  const answer = await send('add?a=1', { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

test('overloads are chosen by the names of the arguments, and refused when they cannot be', async () => {
  expect((await wire.rpc('pick', { n: 1 })).data).toBe('number 1');
  expect((await wire.rpc('pick', { word: 'x' })).data).toBe('word x');
  expect((await wire.rpc('pick', { word: '1' }, { get: true })).data).toBe('word 1');
  const either = await wire.rpc('either', { a: 1 });
  expect(either.status).toBe(300);
  expect(either.error).toMatchObject({
    code: 'PGRST203',
    message:
      'Could not choose the best candidate function between: wire.either(a => integer), wire.either(a => text)',
    hint: expect.stringContaining('overload'),
  });
});

test('sets and tables are filtered, ordered, paged, counted, embedded', async () => {
  expect((await wire.rpc('numbers', { upto: 3 })).data).toEqual([1, 2, 3]);
  expect((await wire.rpc('numbers', { upto: 5 }).range(1, 2)).data).toEqual([2, 3]);
  expect((await wire.rpc('pairs').eq('v', 2).select('k')).data).toEqual([{ k: 'y' }]);
  const cars = await wire
    .rpc('cars_of', { owner: 1 }, { count: 'exact' })
    .select('badge,label,permits(number),owner:owners!owner_id(name)')
    .order('badge', { ascending: false })
    .limit(1);
  expect(cars).toMatchObject({
    status: 206,
    count: 2,
    data: [{ badge: 'BB-22', label: 'Car BB-22', permits: { number: 7 }, owner: { name: 'Ana' } }],
  });
  expect((await wire.rpc('cars_of', { owner: 2 }).select('id').single()).data).toEqual({ id: 3 });
  expect((await wire.rpc('cars_of', { owner: 1 }).select('id').single()).error?.code).toBe('PGRST116');
  expect((await wire.rpc('cars_of', { owner: 9 }).select('id').maybeSingle()).data).toBeNull();
  expect((await wire.rpc('pairs').csv()).data).toBe('k,v\nx,1\ny,2');
});

test('a row is an object, out parameters too, and nothing is 204', async () => {
  expect((await wire.rpc('one_car', { which: 2 }).select('id,badge')).data).toEqual({
    id: 2,
    badge: 'BB-22',
  });
  expect((await wire.rpc('both')).data).toEqual({ a: 1, b: 'z' });
  const nothing = await send('write_note', { body: JSON.stringify({ tag }) });
  expect([nothing.status, await nothing.text()]).toEqual([204, '']);
  expect((await wire.from('notes').select('text').eq('tag', tag)).data).toEqual([{ text: 'empty' }]);
});

test('arrays and variadic arguments, by body and by URL', async () => {
  for (const get of [false, true])
    expect((await wire.rpc('total', { list: [1, 2, 3] }, { get })).data).toBe(6);
  expect((await wire.rpc('join_all', { separator: '-', words: ['a', 'b'] })).data).toBe('a-b');
  const repeated = await send('join_all?separator=%2B&words=a&words=b', { method: 'GET' });
  expect(await repeated.json()).toBe('a+b');
});

test('one unnamed parameter takes the whole body, whatever its type', async () => {
  const json = { body: '[{"deep": [1.50]}]' };
  expect((await told(send('first_of', json))).body).toEqual({ deep: [1.5] });
  expect((await told(send('shout', { body: 'año', type: 'text/plain' }))).body).toBe('AÑO');
  const bytes = { body: new Uint8Array([0, 255, 1]), type: 'application/octet-stream' };
  expect((await told(send('size_of', bytes))).body).toBe(3);
  const form = { body: 'a=1&b=2', type: 'application/x-www-form-urlencoded' };
  expect((await told(send('add', form))).body).toBe(3);
});

test('what writes cannot be called by GET, and max-affected undoes what it did', async () => {
  const read = await wire.rpc('write_note', { tag }, { get: true });
  expect(read).toMatchObject({ status: 405, error: { code: '25006' } });
  const own = `${tag} affected`;
  must(
    await wire
      .from('notes')
      .insert([{ tag: own }, { tag: own }])
      .select(),
  );
  const refused: unknown = await wire.rpc('delete_notes', { of_tag: own }).maxAffected(1);
  expect(refused).toMatchObject({ status: 400, error: { code: 'PGRST124' } });
  expect((await wire.from('notes').select('id').eq('tag', own)).data).toHaveLength(2);
  const noSet: unknown = await wire.rpc('add', { a: 1 }).maxAffected(1);
  expect(noSet).toMatchObject({ status: 400, error: { code: 'PGRST128' } });
  const dry = await service.schema('wire').rpc('delete_notes', { of_tag: own }).select('tag').rollback();
  expect(dry.data).toHaveLength(2);
  expect((await wire.rpc('delete_notes', { of_tag: own }).select('tag')).data).toHaveLength(2);
  expect((await wire.from('notes').select('id').eq('tag', own)).data).toEqual([]);
});

test('errors of functions arrive whole, with the status that they ask for', async () => {
  expect(await wire.rpc('complain')).toMatchObject({
    status: 400,
    error: { code: 'P0001', message: 'no', details: 'because', hint: 'try again' },
  });
  const state = (value: string, message = 'm', detail = 'd') =>
    send('refuse', { body: JSON.stringify({ state: value, message, detail }) });
  expect(await told(state('PT418'))).toEqual({
    status: 418,
    body: { code: 'PT418', message: 'm', details: 'd', hint: null },
  });
  const whole = await state(
    'PGRST',
    '{"code":"own","message":"Whole","details":"d","hint":"h"}',
    '{"status":402,"headers":{"X-Price":"15000"}}',
  );
  expect([whole.status, whole.headers.get('x-price'), await whole.json()]).toEqual([
    402,
    '15000',
    { code: 'own', message: 'Whole', details: 'd', hint: 'h' },
  ]);
  expect(await told(state('PGRST', 'no JSON'))).toMatchObject({ status: 500, body: { code: 'PGRST121' } });
  expect(await told(state('23505'))).toMatchObject({ status: 409 });
});

test('a trigger may refuse with 429 and say when to come again', async () => {
  const answer = await call('/rest/v1/notes', {
    method: 'POST',
    headers: { 'content-profile': 'wire', 'content-type': 'application/json' },
    body: JSON.stringify({ tag, text: 'one too many' }),
  });
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    429,
    '60',
    { code: 'too_many', message: 'Too many notes', details: null, hint: 'Wait' },
  ]);
  const { error, status } = await wire.from('notes').insert({ tag, text: 'one too many' });
  expect([status, error?.code, error?.message]).toEqual([429, 'too_many', 'Too many notes']);
});

test('a function sets the status and the headers of the answer', async () => {
  const answer = await send('created');
  expect([answer.status, answer.headers.get('x-own'), answer.headers.get('cache-control')]).toEqual([
    202,
    'yes',
    'max-age=5',
  ]);
});

test('a function knows who asks and how', async () => {
  const person = await newPerson();
  const answer = await send('request', { method: 'GET' }, { ...as(person), 'user-agent': 'tablet' });
  expect(await answer.json()).toMatchObject({
    role: 'authenticated',
    method: 'GET',
    path: '/rpc/request',
    agent: 'tablet',
    claims: { sub: person.user.id, role: 'authenticated', session_id: expect.any(String) },
  });
  expect((await service.schema('wire').rpc('request')).data).toMatchObject({ role: 'service_role' });
  expect((await wire.rpc('request')).data).toMatchObject({ role: 'anon', method: 'POST' });
});

test('what is not there is told, with what was probably meant', async () => {
  expect(await wire.rpc('ad', { a: 1 })).toMatchObject({
    status: 404,
    error: {
      code: 'PGRST202',
      message: 'Could not find the function wire.ad(a) in the schema cache',
      hint: 'Perhaps you meant to call the function wire.add',
    },
  });
  const wrong = await wire.rpc('add', { aa: 1, b: 2 });
  expect(wrong.error?.hint).toBe('Perhaps you meant to call the function wire.add(a, b)');
  expect((await anybody.rpc('add', { a: 1 })).error?.code).toBe('PGRST202');
});
