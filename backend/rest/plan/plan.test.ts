import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import { parseRequest, type RequestParts } from '../parse/request.ts';
import { renderStatement } from '../sql/statement.ts';
import { protocolSettings } from '../../config/protocol.ts';
import { testCatalog } from './fixture.ts';
import { planRequest } from './request.ts';

const catalog = testCatalog();
const settings = protocolSettings({}).api;

function parse(parts: Partial<RequestParts>) {
  const defaults = {
    method: 'GET',
    path: '/walkers',
    search: '',
    headers: new Headers(),
    body: '',
    maxValues: 1000,
  };
  return parseRequest({ ...defaults, ...parts }, settings.schemas);
}

function render(parts: Partial<RequestParts>, aggregates = false) {
  const known = { ...catalog, settings: { ...catalog.settings, aggregates } };
  return renderStatement(planRequest(parse(parts), known, settings, 'service').statement, 1_000_000);
}

function refusal(parts: Partial<RequestParts>): RestError {
  try {
    render(parts);
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test.each([
  ['anonymous', true],
  ['user', true],
  ['administrator', false],
] as const)('V6: a search by pattern of %s gets a short time: %s', (privilege, isShort) => {
  const request = parse({ search: 'name=ilike.*x*' });
  expect(planRequest(request, catalog, settings, privilege).isCostly).toBe(isShort);
});

test.each([
  'select=a:name,b:name,c:name,d:name',
  'select=a:name,b:name::text,c:name->x,d:name->>y',
  'select=*,*,a:name,b:name',
  'select=*,*,*,*',
  'select=opinions(a:id,b:id,c:id,*)',
])('P1: without an account, no column is selected more than three times: %s', (search) => {
  const plan = (privilege: 'anonymous' | 'user') =>
    planRequest(parse({ search }), catalog, settings, privilege);
  expect(() => plan('anonymous')).toThrow(expect.objectContaining({ code: 'PGRST127' }));
  expect(plan('user').readOnly).toBe(true);
});

test('P1: without an account, a column is selected three times', () => {
  const search = 'select=*,a:name,b:name,id,opinions(*,c:id)';
  expect(planRequest(parse({ search }), catalog, settings, 'anonymous').readOnly).toBe(true);
});

test('the text of a statement depends on the shape of the request, not on its values', () => {
  const one = render({ search: 'select=name&id=eq.1&name=in.(a,b)&or=(name.like.x*,id.is.null)&limit=1' });
  const other = render({ search: 'select=name&id=eq.2&name=in.(c)&or=(name.like.y*,id.is.null)&limit=7' });
  expect(one.sql).toBe(other.sql);
  expect(one.values).toEqual(['1', '{"a","b"}', 'x%', '1']);
  expect(other.values).toEqual(['2', '{"c"}', 'y%', '7']);
});

test('no more rows are asked for than the cap, at no level', () => {
  expect(render({ search: 'limit=1000000' }).values).toEqual(['1000']);
  expect(render({ search: 'select=opinions(*)&opinions.limit=1000000' }).values).toEqual(['1000', '1000']);
});

test('JSON columns are followed as they are, others are made JSON first', () => {
  expect(render({ search: 'select=data->a' }).sql).toContain(`("walkers"."data"->'a')`);
  expect(render({ search: 'select=name->a' }).sql).toContain(`(to_jsonb("walkers"."name")->'a')`);
});

test('search documents are searched as they are, texts are made one first', () => {
  expect(render({ search: 'words=fts(english).a' }).sql).toContain(
    '"walkers"."words" @@ to_tsquery($1::regconfig',
  );
  expect(render({ search: 'name=fts.a' }).sql).toContain('to_tsvector("walkers"."name") @@ to_tsquery($1');
});

test('names from the request are quoted wherever they stand', () => {
  const evil = '"x\\"; drop table walkers; --"';
  const search = new URLSearchParams({
    select: `${evil}:${evil}::text,data->${evil}`,
    order: evil,
    [evil]: 'eq.1',
  });
  const { sql } = render({ search: search.toString() });
  expect(
    sql.replaceAll('"x""; drop table walkers; --"', '').replaceAll(`'x"; drop table walkers; --'`, ''),
  ).not.toContain('drop');
  expect(render({ search: 'select=name::int drop table' }).sql).toContain('as "int drop table")');
});

test.each([
  ['select=pets(*)', 400, 'PGRST200'],
  ['select=opinion(*)', 400, 'PGRST200'],
  ['select=cars(*)', 300, 'PGRST201'],
  ['opinions.id=eq.1', 400, 'PGRST108'],
  ['order=opinions(id)', 400, 'PGRST108'],
  ['select=opinions(*)&order=opinions(id)', 400, 'PGRST118'],
  ['select=opinions(*)&opinions=eq.1', 400, 'PGRST120'],
  ['select=name.sum()', 400, 'PGRST123'],
])('rejects ?%s', (search, status, code) => {
  expect(refusal({ search })).toMatchObject({ status, code });
});

test('says how to choose between several relationships', () => {
  const { details, hint } = refusal({ search: 'select=cars(*)' });
  expect(details).toEqual([
    {
      cardinality: 'many-to-one',
      embedding: 'walkers with cars',
      relationship: 'walkers_car_id_fkey using walkers(car_id) and cars(id)',
    },
    {
      cardinality: 'many-to-one',
      embedding: 'walkers with cars',
      relationship: 'walkers_spare_id_fkey using walkers(spare_id) and cars(id)',
    },
  ]);
  expect(hint).toBe(
    "Try changing 'cars' to one of the following: 'cars!walkers_car_id_fkey', 'cars!walkers_spare_id_fkey'. Find the desired relationship in the 'details' key.",
  );
});

test('suggests the name that was probably meant', () => {
  expect(refusal({ path: '/walker' }).hint).toBe("Perhaps you meant the table 'public.walkers'");
  expect(refusal({ path: '/zzz' }).hint).toBeNull();
  expect(refusal({ search: 'select=opinion(*)' }).hint).toBe(
    "Perhaps you meant 'opinions' instead of 'opinion'.",
  );
  expect(refusal({ path: '/rpc/nearbi', search: 'place=x' }).hint).toBe(
    'Perhaps you meant to call the function public.nearby',
  );
  expect(refusal({ path: '/rpc/nearby', search: 'plaze=x' }).hint).toBe(
    'Perhaps you meant to call the function public.nearby(place)',
  );
});

test.each([
  ['cars!walkers_car_id_fkey(*)', 'car_id'],
  ['cars!spare_id(*)', 'spare_id'],
  ['spare_id(*)', 'spare_id'],
  ['walkers_car_id_fkey(*)', 'car_id'],
])('select=%s joins through one key', (select, column) => {
  expect(render({ search: `select=${select}` }).sql).toContain(`"walkers"."${column}" = "cars_1"."id"`);
});

test('a table that refers to itself: its name means the children, the column the parent', () => {
  expect(render({ search: 'select=walkers(*)' }).sql).toContain('"walkers"."id" = "walkers_1"."boss_id"');
  expect(render({ search: 'select=boss_id(*)' }).sql).toContain('"walkers"."boss_id" = "walkers_1"."id"');
});

test('functions are chosen by the names of their arguments', () => {
  expect(render({ path: '/rpc/nearby', search: 'place=x&radius=5' }).sql).toContain(
    '"public"."nearby"("place" => $1::text, "radius" => $2::integer)',
  );
  expect(refusal({ path: '/rpc/nearby', search: 'place=x' })).toMatchObject({
    status: 300,
    code: 'PGRST203',
  });
  expect(render({ path: '/rpc/log_body', method: 'POST', body: '[1]' }).values[0]).toBe('[1]');
  expect(refusal({ path: '/rpc/nearby', method: 'PATCH' })).toMatchObject({ status: 405, code: 'PGRST101' });
});

test('writes without a filter are an error', () => {
  expect(refusal({ method: 'DELETE' })).toMatchObject({
    status: 400,
    message: 'DELETE requires a WHERE clause',
  });
  expect(refusal({ method: 'PATCH', body: '{"name":"x"}', search: 'select=id' })).toMatchObject({
    status: 400,
    message: 'UPDATE requires a WHERE clause',
  });
});

test('aggregates group by the other columns where they are allowed', () => {
  expect(
    render({ path: '/opinions', search: 'select=walker_id,rating.avg(),n:count()' }, true).sql,
  ).toContain(
    'select "opinions"."walker_id", avg("opinions"."rating") as "avg", count(*) as "n" from "public"."opinions" as "opinions" group by "opinions"."walker_id"',
  );
});

const words =
  'select order limit offset or and not columns on_conflict id name data opinions cars tags eq in is fts null count ' +
  'sum 1 -1 constructor = & . , ( ) " \\ -> ->> :: : ! ... * { } % %00 +';

/** Texts made of the pieces that the grammar is made of, so that they come far into the parsers. */
const pieces = fc
  .array(fc.oneof(fc.constantFrom(...words.split(' ')), fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

test('no request, whatever it holds, is a failure of ours', () => {
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'TRACE');
  const paths = fc.oneof(
    fc.constantFrom('/walkers', '/opinions', '/rpc/nearby', '/rpc/log_body', '/'),
    pieces,
  );
  const headerText = fc.stringMatching(/^[ -~]{0,30}$/);
  fc.assert(
    fc.property(methods, paths, pieces, pieces, headerText, (method, path, search, body, header) => {
      const headers = new Headers({ accept: header, prefer: header, range: header, 'content-type': header });
      for (const given of [new Headers(), headers])
        try {
          const { sql, values } = render({ method, path, search, body, headers: given });
          expect(sql).not.toContain('undefined');
          expect(values.every((value) => value === null || !value.includes('\0'))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(RestError);
          expect((error as RestError).status).toBeLessThan(500);
        }
    }),
    { numRuns: 3000 },
  );
});
