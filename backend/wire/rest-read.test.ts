import { expect, test } from 'vitest';
import { newClub } from './club.ts';
import { anybody, as, call, must, service } from './people.ts';

const { tag, ana, beto, route } = await newClub();
const walkers = (columns = '*') =>
  service.from('walkers').select(columns).in('id', [ana, beto]).order('name');
const opinions = (columns = '*') => service.from('opinions').select(columns).eq('walker_id', ana);
const one = (columns: string) => anybody.from('walks').select(columns).eq('id', route).single();

/** Sends a query as written. */
function read(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return call(`/rest/v1/${path}`, { headers: { ...as(), ...headers } });
}

async function rows(path: string): Promise<unknown> {
  const answer = await read(path);
  expect(answer.status).toBe(200);
  return answer.json();
}

const [a, b] = [`${tag} Ana Díaz`, `${tag} Beto Ríos`];

test.each([
  ['name=eq.ANA', [a]],
  ['name=neq.ANA', [b]],
  ['name=not.eq.ANA', [b]],
  ['opinion_count=gt.2', [a]],
  ['opinion_count=gte.3', [a]],
  ['opinion_count=lt.3', [b]],
  ['opinion_count=lte.3', [a, b]],
  ['name=like.*Ana*', [a]],
  ['name=ilike.*beto*', [b]],
  ['name=not.ilike.*BETO*', [a]],
  ['name=like(any).{*Ana*,*nobody*}', [a]],
  ['name=ilike(all).{*WIRE*,*ríos*}', [b]],
  ['opinion_count=eq(any).{3,9}', [a]],
  ['name=match.D.az$', [a]],
  ['name=imatch.r.os$', [b]],
  ['photo_url=is.null', [b]],
  ['photo_url=is.not_null', [a]],
  ['photo_url=not.is.null', [a]],
  ['average_rating=isdistinct.4.0', [b]],
  ['average_rating=eq.4', [a]],
  ['name=in.("ANA","x,y")', [a]],
  ['name=not.in.(ANA)', [b]],
  ['name=fts.ana', [a]],
  ['name=plfts(simple).beto', [b]],
  ['name=phfts(simple).ana díaz', [a]],
  ['name=wfts(simple).ana or beto', [a, b]],
  ['name=not.wfts(simple).ana', [b]],
  ['created_at=gt.2020-01-01', [a, b]],
  ['created_at=lt.2020-01-01T00:00:00Z', []],
  ['or=(name.eq.ANA,opinion_count.eq.0)', [a, b]],
  ['or=(name.ilike.*beto*,and(opinion_count.gt.1,opinion_count.lt.9))', [a, b]],
  ['and=(opinion_count.gte.0,not.or(name.ilike.*beto*,name.eq.x))', [a]],
  ['not.and=(name.ilike.*ana*,opinion_count.eq.3)', [b]],
  ['not.or=(name.ilike.*ana*,opinion_count.eq.9)', [b]],
  ['or=(name.in.("ANA",y),photo_url.not.is.null)', [a]],
  ['opinion_count=gte.0&opinion_count=lt.3', [b]],
])('walkers by %s', async (filter, expected) => {
  const query = new URLSearchParams(filter.replaceAll('ANA', a)).toString();
  const found = await rows(`walkers?select=name&id=in.(${ana},${beto})&order=name&${query}`);
  expect(found).toEqual(expected.map((name) => ({ name })));
});

test.each([
  ['stops=cs.[{"place":"Lastarria"}]', 1],
  ['stops=cs.[{"place":"Nowhere"}]', 0],
  ['stops=cd.[]', 0],
  ['stops->0->>place=eq.Plaza de Armas', 1],
  ['stops->1->order=eq.2', 1],
  ['stops->1->>duration=like.1*', 1],
  ['stops->5=is.null', 1],
  ['description=fts(english).walk', 1],
  ['description=wfts(english).rivers -sea', 1],
  ['or=(stops->0->>place.eq.Nowhere,stops->1->order.gte.2)', 1],
  ['%22walkTime%22=eq.3 h', 1],
])('tours by %s', async (filter, found) => {
  const query = filter.startsWith('%') ? filter.replace(' ', '%20') : new URLSearchParams(filter).toString();
  expect(await rows(`walks?select=id&id=eq.${route}&${query}`)).toHaveLength(found);
});

test('columns, aliases, casts and the order of keys', async () => {
  const answer = await read(`walkers?select=code:opinion_count::text,name,stars:average_rating&id=eq.${ana}`);
  expect(await answer.text()).toBe(`[{"code":"3","name":"${a}","stars":4.0}]`);
  expect((await walkers('opinion_count::float8,"name"')).data).toEqual([
    { opinion_count: 3, name: a },
    { opinion_count: 0, name: b },
  ]);
  expect(must(await walkers())[0]).toHaveProperty('badge');
});

test('paths into JSON, in what is selected and by what is ordered', async () => {
  expect((await one('stops->0->>place,last:stops->1,stops->0->order')).data).toEqual({
    place: 'Plaza de Armas',
    last: { place: 'Lastarria', duration: '1 h', order: 2 },
    order: 1,
  });
  const ordered = await anybody.from('walks').select('id').eq('id', route).order('stops->0->>place');
  expect(ordered.data).toEqual([{ id: route }]);
});

test('embeds to many and to one, in any depth', async () => {
  const found = await walkers('name,opinions(rating,walker:walkers(name))').order('rating', {
    referencedTable: 'opinions',
    ascending: false,
  });
  const walker = { name: a };
  expect(found.data).toEqual([
    { name: a, opinions: [5, 4, 3].map((rating) => ({ rating, walker })) },
    { name: b, opinions: [] },
  ]);
});

test('embeds by a hint: the key, its column, and the column as a name', async () => {
  for (const form of [
    'walkers!opinions_walker_id_fkey',
    'walkers!walker_id',
    'walkers:walker_id',
    'walkers!inner',
  ])
    expect((await opinions(`${form}(name)`).limit(1)).data).toEqual([{ walkers: { name: a } }]);
});

test('a filter on an embed thins the embed; with inner, the parents', async () => {
  const filtered = await walkers('name,opinions(rating)').eq('opinions.rating', 5);
  expect(filtered.data).toEqual([
    { name: a, opinions: [{ rating: 5 }] },
    { name: b, opinions: [] },
  ]);
  const inner = await walkers('name,opinions!inner(rating)').gte('opinions.rating', 4).order('rating', {
    referencedTable: 'opinions',
  });
  expect(inner.data).toEqual([{ name: a, opinions: [{ rating: 4 }, { rating: 5 }] }]);
  const either = await walkers('name,opinions(rating)').or('rating.eq.3,comment.ilike.on*', {
    referencedTable: 'opinions',
  });
  expect(must(either)).toMatchObject([{ opinions: { length: 2 } }, { opinions: [] }]);
});

test('semi and anti joins, and joins without output', async () => {
  expect((await walkers('name,opinions()').not('opinions', 'is', null)).data).toEqual([{ name: a }]);
  expect((await walkers('name,opinions()').is('opinions', null)).data).toEqual([{ name: b }]);
});

test('rows of an embed are counted, as the client documents it', async () => {
  const counted = [{ opinions: [{ count: 3 }] }, { opinions: [{ count: 0 }] }];
  expect((await walkers('opinions(count)')).data).toEqual(counted);
});

test('pages of an embed, level by level', async () => {
  const found = await walkers('name,opinions(rating)')
    .order('rating', { referencedTable: 'opinions' })
    .range(1, 1, { referencedTable: 'opinions' });
  expect(found.data).toMatchObject([{ opinions: [{ rating: 4 }] }, { opinions: [] }]);
  const limited = await walkers('opinions(rating)').limit(2, { referencedTable: 'opinions' });
  expect(limited.data).toMatchObject([{ opinions: { length: 2 } }, { opinions: [] }]);
});

test('spreads put one into the parent, and many into lists', async () => {
  const toOne = await opinions('rating,...walkers(walker_name:name,photo_url)').eq('rating', 5);
  expect(toOne.data).toEqual([{ rating: 5, walker_name: a, photo_url: 'https://example.com/ana.jpg' }]);
  const toMany = await walkers('name,...opinions(rating)').order('rating', { referencedTable: 'opinions' });
  expect(toMany.data).toEqual([
    { name: a, rating: [3, 4, 5] },
    { name: b, rating: [] },
  ]);
});

test('order: directions, nulls, several terms, a column of the one that is embedded', async () => {
  const names = async (order: string) =>
    rows(`walkers?select=name&id=in.(${ana},${beto})&order=${order}`).then((found) =>
      (found as { name: string }[]).map(({ name }) => name),
    );
  expect(await names('opinion_count.desc')).toEqual([a, b]);
  expect(await names('photo_url.asc.nullsfirst')).toEqual([b, a]);
  expect(await names('photo_url.desc.nullslast,name.desc')).toEqual([a, b]);
  const byWalker = await service
    .from('opinions')
    .select('walkers(name)')
    .eq('walker_id', ana)
    .order('walkers(name)', { ascending: false });
  expect(byWalker.data).toHaveLength(3);
});

test.each(['exact', 'planned', 'estimated'] as const)('count %s', async (count) => {
  const page = await service.from('opinions').select('*', { count }).eq('walker_id', ana).range(0, 1);
  expect(page.data).toHaveLength(2);
  expect(page.count).toBeGreaterThanOrEqual(count === 'planned' ? 0 : 3);
  const head = await service.from('opinions').select('*', { count, head: true }).eq('walker_id', ana);
  expect([head.data, head.error]).toEqual([null, null]);
  expect(head.count).toBeTypeOf('number');
});

test('ranges: in the query or as a header, with what the answer says of them', async () => {
  const path = `opinions?select=rating&walker_id=eq.${ana}&order=rating`;
  const told = async (query: string, headers?: Record<string, string>) => {
    const answer = await read(path + query, headers);
    return [answer.status, answer.headers.get('content-range'), ((await answer.json()) as unknown[]).length];
  };
  const exact = { prefer: 'count=exact' };
  expect(await told('')).toEqual([200, '0-2/*', 3]);
  expect(await told('', exact)).toEqual([200, '0-2/3', 3]);
  expect(await told('&limit=2', exact)).toEqual([206, '0-1/3', 2]);
  expect(await told('&limit=1&offset=2', exact)).toEqual([206, '2-2/3', 1]);
  expect(await told('', { 'range-unit': 'items', range: '1-1' })).toEqual([200, '1-1/*', 1]);
  expect(await told('&limit=0')).toEqual([200, '*/*', 0]);
  expect(await told('&offset=9')).toEqual([200, '*/*', 0]);
  expect(await told('&rating=gt.5', exact)).toEqual([200, '*/0', 0]);
});

test('one object, perhaps one, none', async () => {
  expect((await one('id')).data).toEqual({ id: route });
  const none = service.from('walkers').select('id').eq('name', 'nobody at all');
  expect(await none.maybeSingle()).toMatchObject({ data: null, error: null });
  const answer = await read(`walkers?select=name&id=eq.${ana}`, {
    accept: 'application/vnd.pgrst.object+json',
  });
  expect(answer.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8');
  expect(await answer.json()).toEqual({ name: a });
});

test('nulls stripped, and CSV', async () => {
  expect((await walkers('name,photo_url').stripNulls()).data).toEqual([
    { name: a, photo_url: 'https://example.com/ana.jpg' },
    { name: b },
  ]);
  const csv = must(await walkers('opinion_count,name,photo_url').csv());
  expect(csv).toBe(`opinion_count,name,photo_url\n3,"${a}",https://example.com/ana.jpg\n0,"${b}",`);
});

test('the schema may be named, and is named back', async () => {
  const answer = await read('walkers?limit=1', { 'accept-profile': 'public' });
  expect(answer.headers.get('content-profile')).toBe('public');
  expect(answer.headers.get('content-location')).toBe('/walkers?limit=1');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
});
