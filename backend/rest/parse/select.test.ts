import { expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import { parseSelect, type SelectItem } from './select.ts';

/** Writes a parsed select back in a form that shows how it was understood. */
function shown(items: readonly SelectItem[]): string {
  return items
    .map((item) => {
      if (item.kind === 'embed') {
        const { name, alias, hint, join, spread, items: inner } = item;
        return `${spread ? 'spread ' : ''}${alias ? `${alias}=` : ''}[${name}]${hint ? ` by ${hint}` : ''}${join ? ` ${join}` : ''}{${shown(inner)}}`;
      }
      const { field, alias, cast, aggregate, aggregateCast } = item;
      const path = field.path
        .map(({ arrow, key, isIndex }) => `${arrow}${isIndex ? `#${key}` : key}`)
        .join('');
      return `${alias ? `${alias}=` : ''}${field.name}${path}${cast ? ` as ${cast}` : ''}${aggregate ? ` ${aggregate}` : ''}${aggregateCast ? ` as ${aggregateCast}` : ''}`;
    })
    .join(' | ');
}

test.each([
  ['*', '*'],
  ['', ''],
  ['a,b', 'a | b'],
  [' a , b ', 'a | b'],
  ['"a,b",c d,e-f', 'a,b | c d | e-f'],
  ['x:a', 'x=a'],
  ['a::text', 'a as text'],
  ['x:a::double precision', 'x=a as double precision'],
  ['data->a->>b', 'data->a->>b'],
  ['data->0->-1', 'data->#0->#-1'],
  ['data->"a b"->>c::int', 'data->a b->>c as int'],
  ['rating.avg(),count()', 'rating avg | * count'],
  ['n:rating.sum()::int', 'n=rating sum as int'],
  ['total:count()', 'total=* count'],
  ['rel(*)', '[rel]{*}'],
  ['rel()', '[rel]{}'],
  ['x:rel!hint!inner(a,sub(*))', 'x=[rel] by hint inner{a | [sub]{*}}'],
  ['rel!left!hint(*)', '[rel] by hint left{*}'],
  ['...rel(a,b)', 'spread [rel]{a | b}'],
  ['count(name)', '[count]{name}'],
])('understands select=%s', (text, expected) => {
  expect(shown(parseSelect(text))).toBe(expected);
});

test.each([
  ['a,', 'unexpected end of input expecting field name (* or [a..z0..9_$])', 3],
  ['rel(a', 'unexpected end of input expecting ")" or ","', 6],
  ['a b!', 'unexpected end of input expecting field name (* or [a..z0..9_$])', 5],
  ['a::', 'unexpected end of input expecting letter or digit', 4],
  ['a)', 'unexpected ")" expecting "," or end of input', 2],
  ['*a', 'unexpected "a" expecting ")", "," or end of input', 2],
  ['"open', 'unexpected "\\"" expecting field name (* or [a..z0..9_$])', 1],
])('rejects select=%s with the position', (text, details, column) => {
  const error = refusal(() => parseSelect(text));
  expect(error.status).toBe(400);
  expect(error.code).toBe('PGRST100');
  expect(error.message).toBe(`"failed to parse select parameter (${text})" (line 1, column ${column})`);
  expect(error.details).toBe(details);
});

test('limits how deep and how much a request may select', () => {
  const nested = (levels: number): string => `${'a('.repeat(levels)}id${')'.repeat(levels)}`;
  expect(parseSelect(nested(10))).toHaveLength(1);
  expect(refusal(() => parseSelect(nested(11))).code).toBe('PGRST100');
  expect(refusal(() => parseSelect(nested(5000))).code).toBe('PGRST100');
  expect(refusal(() => parseSelect('a,'.repeat(500) + 'a')).code).toBe('PGRST100');
});

function refusal(work: () => unknown): RestError {
  try {
    work();
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
