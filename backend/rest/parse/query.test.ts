import { expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import type { Logic } from './filter.ts';
import { parseQuery } from './query.ts';

/** Writes a condition back in a form that shows how it was understood. */
function shown(logic: Logic): string {
  if (logic.kind !== 'filter')
    return `${logic.negated ? 'not ' : ''}${logic.kind}(${logic.terms.map(shown).join(', ')})`;
  const { field, negated, operation } = logic;
  const name = `${field.name}${field.path.map(({ arrow, key }) => `${arrow}${key}`).join('')}`;
  const { kind, ...rest } = operation;
  return `${negated ? 'not ' : ''}${name} ${kind} ${Object.values(rest)
    .filter((each) => each !== undefined)
    .map((each) => (Array.isArray(each) ? `[${each.join('|')}]` : String(each)))
    .join(' ')}`;
}

function conditions(search: string): readonly string[] {
  return parseQuery(search, false).clauses.map((clause) => {
    const path = clause.path.map((name) => `${name}/`).join('');
    return clause.kind === 'condition' ? path + shown(clause.condition) : clause.kind;
  });
}

test.each([
  ['a=eq.1', 'a quantified eq 1'],
  ['a=not.eq.1', 'not a quantified eq 1'],
  ['a=eq.', 'a quantified eq '],
  ['a=eq.1.5.x', 'a quantified eq 1.5.x'],
  ['a=like(any).{a*,b}', 'a quantified like any {a*,b}'],
  ['a=in.(1,2)', 'a in [1|2]'],
  ['a=in.("x,y",z,"q\\"")', 'a in [x,y|z|q"]'],
  ['a=in.()', 'a in []'],
  ['a=is.null', 'a is null'],
  ['a=not.is.TRUE', 'not a is true'],
  ['a=is.not_null', 'a is not_null'],
  ['a=cs.{1,2}', 'a simple cs {1,2}'],
  ['a=isdistinct.x', 'a isdistinct x'],
  ['a=fts.fat', 'a textSearch fts fat'],
  ['a=wfts(english).fat cat', 'a textSearch wfts english fat cat'],
  ['data->b->>c=eq.x', 'data->b->>c quantified eq x'],
  ['rel.sub.a=gt.1', 'rel/sub/a quantified gt 1'],
  ['or=(a.eq.1,b.gt.2)', 'or(a quantified eq 1, b quantified gt 2)'],
  ['not.and=(a.eq.1,b.eq.2)', 'not and(a quantified eq 1, b quantified eq 2)'],
  [
    'and=(c.is.null,not.or(d.eq.x,e.not.in.(1,2)))',
    'and(c is null, not or(d quantified eq x, not e in [1|2]))',
  ],
  ['or=(a.eq."x,)y",b.cs.{1,2})', 'or(a quantified eq x,)y, b simple cs {1,2})'],
  ['rel.or=(a.eq.1,b.eq.2)', 'rel/or(a quantified eq 1, b quantified eq 2)'],
  ['rel.not.or=(a.eq.1)', 'rel/not or(a quantified eq 1)'],
])('understands %s', (search, expected) => {
  expect(conditions(encodeURI(search))).toEqual([expected]);
});

test('a column may be filtered several times, and a blank may be written as plus', () => {
  expect(conditions('a=gt.1&a=lt.5&b=eq.x+y%2B')).toEqual([
    'a quantified gt 1',
    'a quantified lt 5',
    'b quantified eq x y+',
  ]);
});

test('order, limit and offset belong to the level that they name', () => {
  const { clauses } = parseQuery('order=a.desc.nullslast,rel(b)&rel.limit=5&rel.offset=2&limit=10', false);
  expect(clauses).toMatchObject([
    {
      kind: 'order',
      path: [],
      terms: [
        { field: { name: 'a' }, direction: 'desc', nulls: 'last' },
        { relation: 'rel', field: { name: 'b' }, direction: undefined },
      ],
    },
    { kind: 'limit', path: ['rel'], value: 5n },
    { kind: 'offset', path: ['rel'], value: 2n },
    { kind: 'limit', path: [], value: 10n },
  ]);
});

test('parameters that do not look like filters are arguments of a function', () => {
  const { arguments: given, clauses } = parseQuery('a=1&b=eq.2&c={x,y}&d=a.b&limit=1', true);
  expect(given).toEqual([
    ['a', '1'],
    ['c', '{x,y}'],
    ['d', 'a.b'],
  ]);
  expect(clauses).toHaveLength(2);
});

test.each([
  ['a=1', 'PGRST100', 400],
  ['a=foo.1', 'PGRST100', 400],
  ['a=is.maybe', 'PGRST100', 400],
  ['a=in.1,2', 'PGRST100', 400],
  ['a=in.(1', 'PGRST100', 400],
  ['a=neq(any).{1}', 'PGRST100', 400],
  ['a=fts().x', 'PGRST100', 400],
  ['or=()', 'PGRST100', 400],
  ['or=(a.eq.1', 'PGRST100', 400],
  ['or=a.eq.1', 'PGRST100', 400],
  ['or=(a.eq.1)x', 'PGRST100', 400],
  ['order=a.up', 'PGRST100', 400],
  ['order=a.desc.nullsmiddle', 'PGRST100', 400],
  ['order=rel(a', 'PGRST100', 400],
  ['limit=ten', 'PGRST100', 400],
  ['limit=-1', 'PGRST103', 416],
  ['select=a%', 'PGRST100', 400],
  ['a=eq.%ED%A0%80', 'PGRST100', 400],
  ['a=eq.%00', 'PGRST100', 400],
  ['columns=a,,b', 'PGRST100', 400],
  ['on_conflict=a)', 'PGRST100', 400],
  [`or=${'(and'.repeat(30)}`, 'PGRST100', 400],
  [`or=${'(and'.repeat(10_000)}`, 'PGRST100', 400],
  [`or=(${'a.eq.1,'.repeat(100)}a.eq.1)`, 'PGRST100', 400],
  [`a=eq.${'x'.repeat(70_000)}`, 'PGRST100', 400],
])('rejects %.40s', (search, code, status) => {
  try {
    parseQuery(search, false);
  } catch (error) {
    expect(error).toBeInstanceOf(RestError);
    expect(error).toMatchObject({ code, status });
    return;
  }
  expect.unreachable('it was not refused');
});

test('takes a limit beyond any number for all rows', () => {
  expect(parseQuery(`limit=${'9'.repeat(100)}`, false).clauses[0]).toMatchObject({
    value: 9_223_372_036_854_775_807n,
  });
});
