import { afterAll, expect, test } from 'vitest';
import { newClub } from './club.ts';
import { anybody, as, call, walkerValues, must, service, told } from './people.ts';

const { tag, ana, beto } = await newClub();
afterAll(async () => {
  await service.from('walks').delete().like('name', `${tag}%`);
  await service.from('walkers').delete().like('name', `${tag}%`);
});

const tours = () => service.from('walks');
const tour = (name: string, more: object = {}) => ({ name: `${tag} ${name}`, duration: '3hours', ...more });

/** Sends a write as written. */
function send(
  method: string,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return call(`/rest/v1/${path}`, {
    method,
    headers: { ...as(), 'content-type': 'application/json', ...headers },
    ...(method !== 'DELETE' && { body }),
  });
}

test('inserts one: nothing back, the row back, or where it is', async () => {
  const minimal = await send('POST', 'walks', JSON.stringify(tour('minimal')));
  expect([minimal.status, await minimal.text()]).toEqual([201, '']);
  expect(minimal.headers.get('content-range')).toBe('*/*');
  const row = await tours().insert(tour('row')).select('name,description,stops').single();
  expect(row).toMatchObject({ status: 201, data: { name: `${tag} row`, description: '', stops: [] } });
  const located = await send('POST', 'walks', JSON.stringify(tour('located')), {
    prefer: 'return=headers-only',
  });
  expect(located.headers.get('location')).toMatch(/^\/walks\?id=eq\.[0-9a-f-]{36}$/);
  expect(located.headers.get('preference-applied')).toBe('return=headers-only');
});

test('inserts many, with different keys, null or default where they have none', async () => {
  const rows = [tour('a', { description: 'one' }), tour('b', { walkTime: '2 h' })];
  expect((await tours().insert(rows)).error).toMatchObject({ code: '23502' });
  const made = await tours()
    .insert(rows, { defaultToNull: false, count: 'exact' })
    .select('description,walkTime');
  expect(made).toMatchObject({
    status: 201,
    count: 2,
    data: [
      { description: 'one', walkTime: '' },
      { description: '', walkTime: '2 h' },
    ],
  });
  expect(await tours().insert([]).select()).toMatchObject({ status: 201, data: [] });
});

test('what is written is given back with its relations', async () => {
  const made = await service
    .from('opinions')
    .insert({ walker_id: beto, rating: 4 })
    .select('rating,comment,walkers(name)')
    .single();
  expect(made.data).toEqual({ rating: 4, comment: 'No comment', walkers: { name: `${tag} Beto Ríos` } });
});

test('columns say which keys count', async () => {
  const body = JSON.stringify([{ ...tour('columns'), description: 'not this', nothing: 1 }]);
  const made = await send('POST', 'walks?columns="name",duration&select=description', body, {
    prefer: 'return=representation',
  });
  expect([made.status, await made.json()]).toEqual([201, [{ description: '' }]]);
});

test('upserts: merged, ignored, by another key than the first', async () => {
  const { id } = must(await tours().insert(tour('upsert')).select('id').single());
  const merged = await tours()
    .upsert({ id, ...tour('merged') })
    .select('name');
  expect(merged).toMatchObject({ status: 200, data: [{ name: `${tag} merged` }] });
  const fresh = await tours()
    .upsert(
      [
        { id, ...tour('x') },
        { id: crypto.randomUUID(), ...tour('fresh') },
      ],
      { ignoreDuplicates: true },
    )
    .select('name');
  expect(fresh).toMatchObject({ status: 201, data: [{ name: `${tag} fresh` }] });
  const values = { ...walkerValues(), name: `${tag} Upsert` };
  const { verification_code } = must(
    await service.from('walkers').insert(values).select('verification_code').single(),
  );
  const byCode = await service
    .from('walkers')
    .upsert({ ...values, verification_code, contact: '+56999999999' }, { onConflict: 'verification_code' })
    .select('contact');
  expect(byCode).toMatchObject({ status: 200, data: [{ contact: '+56999999999' }] });
});

test('PUT writes the one row that its address names', async () => {
  const id = crypto.randomUUID();
  const put = (body: object, query = `id=eq.${id}`) => send('PUT', `walks?${query}`, JSON.stringify(body));
  expect((await put({ id, ...tour('put') })).status).toBe(201);
  expect((await put({ id, ...tour('put again') })).status).toBe(204);
  expect(await told(put({ id, ...tour('put') }, 'name=eq.x'))).toMatchObject({
    status: 405,
    body: { code: 'PGRST105' },
  });
  expect(await told(put({ id: ana, ...tour('put') }))).toMatchObject({
    status: 400,
    body: { code: 'PGRST115' },
  });
  expect(await told(put({ id, ...tour('put') }, `id=eq.${id}&limit=1`))).toMatchObject({
    status: 400,
    body: { code: 'PGRST114' },
  });
});

test('updates by filters, with a count', async () => {
  const changed = await service
    .from('opinions')
    .update({ comment: 'changed' }, { count: 'exact' })
    .eq('walker_id', ana)
    .gte('rating', 4)
    .select('comment,rating')
    .order('rating', { ascending: false });
  const ratings = [{ rating: 5 }, { rating: 4 }];
  expect(changed).toMatchObject({ status: 200, count: 2, data: ratings });
  const body = JSON.stringify({ comment: 'again' });
  const minimal = await send('PATCH', `opinions?walker_id=eq.${ana}`, body, { prefer: 'count=exact' });
  expect([minimal.status, minimal.headers.get('content-range')]).toEqual([204, '0-2/3']);
  expect(await tours().update({ description: 'x' }).eq('name', 'nobody').select()).toMatchObject({
    status: 200,
    data: [],
  });
});

test('deletes by filters, with a count, and gives back what went', async () => {
  must(
    await tours()
      .insert([tour('gone 1'), tour('gone 2')])
      .select(),
  );
  const first = await tours().delete().eq('name', `${tag} gone 1`).select('name');
  expect(first).toMatchObject({ status: 200, data: [{ name: `${tag} gone 1` }] });
  const second = await tours().delete({ count: 'exact' }).eq('name', `${tag} gone 2`);
  expect(second).toMatchObject({ status: 204, count: 1, data: null });
});

test('max-affected undoes what touches more', async () => {
  const from = () => service.from('opinions');
  const all: unknown = await from().update({ rating: 1 }).eq('walker_id', ana).maxAffected(2);
  const details = 'The query affects 3 rows';
  expect(all).toMatchObject({ status: 400, error: { code: 'PGRST124', details } });
  expect((await from().select('id').eq('walker_id', ana).eq('rating', 1)).data).toEqual([]);
  const enough: unknown = await from()
    .update({ comment: 'x' })
    .eq('walker_id', ana)
    .select('id')
    .maxAffected(3);
  expect(enough).toMatchObject({ status: 200, data: { length: 3 } });
  const gone: unknown = await from().delete().eq('walker_id', ana).maxAffected(1);
  expect(gone).toMatchObject({ error: { code: 'PGRST124' } });
});

test('single undoes a write that is not of one row', async () => {
  const many = await tours()
    .insert([tour('single 1'), tour('single 2')])
    .select()
    .single();
  expect(many).toMatchObject({
    status: 406,
    error: { code: 'PGRST116', details: 'The result contains 2 rows' },
  });
  expect((await tours().select().like('name', `${tag} single%`)).data).toEqual([]);
  const none = await service
    .from('opinions')
    .update({ comment: 'y' })
    .eq('id', crypto.randomUUID())
    .select()
    .single();
  expect(none).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
});

test('bodies in CSV and as a form, answers in CSV and with nulls stripped', async () => {
  const csv = await send(
    'POST',
    'walks?select=name,description',
    `name,duration,description\n${tag} csv,3hours,"a, ""b"""\n`,
    {
      'content-type': 'text/csv',
      prefer: 'return=representation',
      accept: 'text/csv',
    },
  );
  expect([csv.status, await csv.text()]).toEqual([201, `name,description\n"${tag} csv","a, ""b"""`]);
  const form = await send('POST', 'walks?select=name', new URLSearchParams(tour('form')).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    prefer: 'return=representation',
  });
  expect([form.status, await form.json()]).toEqual([201, [{ name: `${tag} form` }]]);
  const values = { ...walkerValues(), name: `${tag} Stripped`, photo_url: null };
  const stripped = await service
    .from('walkers')
    .insert(values)
    .select('name,photo_url')
    .single()
    .stripNulls();
  expect(stripped.data).toEqual({ name: `${tag} Stripped` });
});

test('preferences that were honoured are said back', async () => {
  const prefer = 'return=representation, missing=default, count=exact';
  const answer = await send('POST', 'walks', JSON.stringify(tour('preferences')), { prefer });
  expect(answer.headers.get('preference-applied')?.split(', ').toSorted()).toEqual([
    'count=exact',
    'missing=default',
    'return=representation',
  ]);
  expect(answer.headers.get('content-range')).toBe('*/1');
});

test('a body with a character of every kind comes back as it went', async () => {
  const description = '“Ñandú” \\ " \n\t 🚕 \u{1F1E8}\u{1F1F1} \u2028 \' ; -- {a,b} (c) %2C *';
  const made = must(await tours().insert(tour('text', { description })).select('id,description').single());
  expect(made.description).toBe(description);
  expect((await tours().select('id').eq('description', description)).data).toEqual([{ id: made.id }]);
  expect((await tours().select('id').in('description', ['x, (y)', 'z.z'])).data).toEqual([]);
});

test('what is rolled back answers as if it had been done, and nothing stays', async () => {
  const made = await tours().insert(tour('rolled back')).select('name').rollback();
  expect(made).toMatchObject({ status: 201, data: [{ name: `${tag} rolled back` }] });
  const changed = await service
    .from('opinions')
    .update({ comment: 'never' })
    .eq('walker_id', ana)
    .select('comment')
    .rollback();
  expect(must(changed)).toHaveLength(3);
  expect((await tours().delete({ count: 'exact' }).eq('name', `${tag} preferences`).rollback()).count).toBe(
    1,
  );
  expect((await tours().select('name').eq('name', `${tag} rolled back`)).data).toEqual([]);
  expect((await tours().select('name').eq('name', `${tag} preferences`)).data).toHaveLength(1);
  expect((await service.from('opinions').select().eq('comment', 'never')).data).toEqual([]);
  const prefer = 'tx=rollback, return=minimal';
  const answer = await send('POST', 'walks', JSON.stringify(tour('tx')), { prefer });
  expect(answer.headers.get('preference-applied')).toBe('return=minimal, tx=rollback');
  const late = await service.schema('wire').from('notes').insert({ tag, car_id: 99 }).rollback();
  expect(late).toMatchObject({ status: 409, error: { code: '23503' } });
});

test('writes in another schema, with policies of its own', async () => {
  const notes = anybody.schema('wire').from('notes');
  const own = `write ${crypto.randomUUID()}`;
  const made = must(await notes.insert({ tag: own, car_id: 1 }).select('stars,cars(badge)').single());
  expect(made).toEqual({ stars: 3, cars: { badge: 'AA-11' } });
  expect(await notes.insert({ tag: 'secret' })).toMatchObject({ status: 401, error: { code: '42501' } });
  expect(await notes.insert({ tag: own, text: 'bad' })).toMatchObject({
    status: 400,
    error: { code: '23514' },
  });
  const ordered = await notes
    .insert([
      { tag: own, stars: 1 },
      { tag: own, stars: 2 },
    ])
    .select('stars')
    .order('stars', { ascending: false });
  expect(ordered.data).toEqual([{ stars: 2 }, { stars: 1 }]);
  expect((await notes.delete({ count: 'exact' }).eq('tag', own)).count).toBe(3);
});
