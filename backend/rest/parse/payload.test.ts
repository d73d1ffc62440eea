import { expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import { parseAccept, parseContentType } from './media.ts';
import type { BodyType } from './media.ts';
import { bodyText, parseRows as parseBody } from './payload.ts';
import type { Rows } from './rows.ts';
import { parsePreferences } from './preferences.ts';

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RestError) return `${error.status} ${error.code} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

function parseRows(bodyType: BodyType, body: string, anyKeys: boolean): Rows {
  return parseBody({ bodyType, body, maxValues: 1000 }, anyKeys);
}

test('an object and an array of objects are rows with the keys of the first', () => {
  expect(parseRows('json', '{"a":1,"b":null}', false)).toEqual({
    json: '[{"a":1,"b":null}]',
    keys: ['a', 'b'],
    count: 1,
  });
  expect(parseRows('json', '[{"a":1},{"a":2}]', false)).toMatchObject({ keys: ['a'], count: 2 });
  expect(parseRows('json', '[]', false)).toMatchObject({ keys: [], count: 0 });
});

test('JSON text goes on as it came, so that numbers keep all their digits', () => {
  const text = '[{"n":12345678901234567890.123456789}]';
  expect(parseRows('json', text, false).json).toBe(text);
});

test.each([
  ['', 'Empty or invalid json'],
  ['{', 'Invalid json'],
  ['[{"a":1},{"b":1}]', 'All object keys must match'],
  ['[{"a":1},{"a":1,"b":1}]', 'All object keys must match'],
  ['[1]', 'The body must be a JSON object or an array of objects'],
  ['"text"', 'The body must be a JSON object or an array of objects'],
  ['null', 'The body must be a JSON object or an array of objects'],
  [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'nested'],
  [`{"a":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`, 'nested'],
])('rejects the body %.30s', (text, reason) => {
  expect(refusal(() => parseRows('json', text, false))).toMatch(new RegExp(`^400 PGRST102 .*${reason}`));
});

test('brackets inside texts are no nesting', () => {
  expect(parseRows('json', JSON.stringify({ a: '[{'.repeat(500), b: '\\"[' }), false).keys).toEqual([
    'a',
    'b',
  ]);
});

test('with the columns parameter the objects may differ', () => {
  expect(parseRows('json', '[{"a":1},{"b":1}]', true).count).toBe(2);
});

test('reads CSV with quotes, line ends inside quotes, and NULL', () => {
  const rows = JSON.parse(parseRows('csv', 'a,b\r\n1,"x, ""y""\nz"\r\nNULL,\r\n', false).json) as unknown;
  expect(rows).toEqual([
    { a: '1', b: 'x, "y"\nz' },
    { a: null, b: '' },
  ]);
  expect(refusal(() => parseRows('csv', 'a,b\n1', false))).toContain('same number of fields');
  expect(refusal(() => parseRows('csv', 'a\n"1', false))).toContain('not closed');
  expect(refusal(() => parseRows('csv', 'a\n"1"2', false))).toContain('followed by text');
});

test('rejects bodies that are not UTF-8 or hold a null character', () => {
  expect(refusal(() => bodyText(Buffer.from([0xed, 0xa0, 0x80])))).toContain('400 PGRST102');
  expect(refusal(() => bodyText(Buffer.from('a\0b')))).toContain('400 PGRST102');
  expect(bodyText(Buffer.from('ñandú 🚕'))).toBe('ñandú 🚕');
});

test.each([
  [null, 'array', 'application/json; charset=utf-8'],
  ['*/*', 'array', 'application/json; charset=utf-8'],
  ['application/vnd.pgrst.object+json', 'object', 'application/vnd.pgrst.object+json; charset=utf-8'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'array', 'application/json; charset=utf-8'],
  ['application/json;q=0.5, text/csv', 'csv', 'text/csv; charset=utf-8'],
  [
    'application/vnd.pgrst.array+json;nulls=stripped',
    'array',
    'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
  ],
])('Accept: %s gets %s', (header, shape, contentType) => {
  expect(parseAccept(header)).toMatchObject({ shape, contentType });
});

test('rejects media types that it cannot make or read', () => {
  expect(refusal(() => parseAccept('image/png'))).toBe(
    '406 PGRST107 None of these media types are available: image/png',
  );
  expect(refusal(() => parseAccept('constructor'))).toContain('406');
  expect(refusal(() => parseContentType('image/png'))).toContain('400 PGRST102');
});

test('reads preferences; strict handling rejects unknown ones', () => {
  expect(parsePreferences('return=minimal, count=exact,max-affected=5, handling=strict')).toMatchObject({
    return: 'minimal',
    count: 'exact',
    handling: 'strict',
    maxAffected: 5,
  });
  expect(parsePreferences('anything=else,__proto__=x').return).toBeUndefined();
  expect(refusal(() => parsePreferences('handling=strict, anything=else'))).toContain('400 PGRST122');
});

test('V23.9: a body holds a bounded number of values, however small they are', () => {
  for (const [type, body] of [
    ['json', `[${'{},'.repeat(1000)}{}]`],
    ['json', `{"a":[${'1,'.repeat(1000)}1]}`],
    ['csv', `a\n${'1\n'.repeat(1000)}`],
    ['csv', `${'a,'.repeat(1000)}a`],
    ['form', 'a=1&'.repeat(1001)],
  ] as const)
    expect(refusal(() => parseRows(type, body, true))).toMatch(/^400 PGRST102 .*1000/);
  expect(parseRows('json', JSON.stringify({ a: ','.repeat(5000), b: '\\' }), false).count).toBe(1);
});

test('CSV: doubled quotes, empty lines and a name that comes twice', () => {
  expect(parseRows('csv', 'a,a\n1,"2"""', false)).toEqual({
    keys: ['a'],
    json: '[{"a":"1","a":"2\\""}]',
    count: 1,
  });
  expect(parseRows('csv', 'a\n\n"b\nc"', false).json).toBe('[{"a":""},{"a":"b\\nc"}]');
});
