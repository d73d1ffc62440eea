import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addFilms } from '../testing/films.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await addFilms(server.context.db);
});
afterAll(() => server[Symbol.asyncDispose]());

const column = fc.constantFrom(
  ...'id~title~year~mood~data~tags~shown~director_id~plot~nothing~*~"a b"~count()~data->a~data->a->b->>0~year.max()~title::int~x:title~id::text~ctid~xmin~films~row_to_json'.split(
    '~',
  ),
);
/** Fields to filter and order by. */
const place = fc.constantFrom(
  ...'id~title~year~mood~data~tags~shown~director_id~plot~data->a~data->a->b->>0~row_to_json~ctid'.split('~'),
);
const relation = fc.constantFrom(
  ...'directors~directors!director_id~directors!films_second_fkey~actors~roles~posters~d:director_id~...posters~...actors~posters!inner~roles!inner~films~notes~...directors!director_id!inner'.split(
    '~',
  ),
);
const { select } = fc.letrec<{ select: string; item: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    column,
    fc.tuple(relation, tie('select')).map(([name, inner]) => `${name}(${inner})`),
  ),
  select: fc.array(tie('item'), { maxLength: 4 }).map((items) => items.join(',')),
}));
const value = fc.oneof(
  fc.constantFrom(
    '1',
    '',
    'null',
    'true',
    '{1,2}',
    '(1,2)',
    '("a",b)',
    '[1,5)',
    '{"a":1}',
    "'",
    '9'.repeat(30),
    '*a*',
    '(',
    '\\',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const operator = fc.constantFrom(
  ...'eq~neq~gt~like~ilike~match~imatch~in~is~cs~cd~ov~sl~sr~nxr~nxl~adj~fts~plfts(english)~wfts(nothing)~eq(any)~like(all)~isdistinct~not.eq~not.in~not.is'.split(
    '~',
  ),
);
const filterKey = fc
  .tuple(fc.constantFrom('', '', '', '', 'roles.', 'd.'), place)
  .map((parts) => parts.join(''));
const parameter = fc.oneof(
  fc.tuple(filterKey, operator, value).map(([key, name, operand]) => [key, `${name}.${operand}`]),
  fc.tuple(relation, fc.constantFrom('is.null', 'not.is.null', 'eq.1')),
  fc
    .tuple(fc.constantFrom('or', 'and', 'not.or', 'roles.or'), place, operator, value)
    .map(([key, name, operation, operand]) => [key, `(${name}.${operation}.${operand},id.gt.0)`]),
  fc
    .tuple(
      fc.constantFrom('order', 'roles.order'),
      place,
      fc.constantFrom('', '.desc', '.asc.nullsfirst', '.up'),
    )
    .map(([key, name, direction]) => [key, name + direction]),
  fc.tuple(
    fc.constantFrom('limit', 'offset', 'roles.limit'),
    fc.constantFrom('0', '1', '2', '3', '-1', 'x', '9'.repeat(25)),
  ),
  fc.tuple(fc.constantFrom('columns', 'on_conflict'), column),
);
const body = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.record({ id: fc.integer(), title: fc.string({ unit: 'binary' }) }).map((row) => JSON.stringify(row)),
  fc.constantFrom('', '{}', '[]', '[{}]', '{"id":{"a":1}}', '{"title":"\\u0000"}', '{"title":"\\ud800"}'),
);
const prefer = fc.constantFrom(
  'count=exact',
  'count=planned',
  'count=estimated',
  'return=representation',
  'return=headers-only',
  'resolution=merge-duplicates,return=representation',
  'missing=default,handling=strict,max-affected=1',
);
const accept = fc.constantFrom(
  '*/*',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
  'text/csv',
);
const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE');

test('R8 I3 no request, however strange, makes the server or the database fail', async () => {
  const request = fc.record({
    method,
    select,
    parameters: fc.array(parameter, { maxLength: 4 }),
    body,
    prefer,
    accept,
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ method, select, parameters, body, prefer, accept }) => {
      const search = new URLSearchParams([['select', select], ...(parameters as [string, string][])]);
      const response = await server.service(`/rest/v1/films?${search.toString()}`, {
        method,
        headers: { 'content-type': 'application/json', prefer, accept },
        ...(method !== 'GET' && method !== 'HEAD' && { body }),
      });
      const text = await response.text();
      expect(response.status, text).toBeLessThan(500);
      expect(text).not.toContain('syntax error at or near');
      if (text !== '' && !response.headers.get('content-type')?.startsWith('text/csv')) JSON.parse(text);
    }),
    { numRuns: 400 },
  );
});
