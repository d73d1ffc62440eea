import { expect, test } from 'vitest';
import { checkedLengths } from './lengths.ts';

test.each<[check: string, lengths: Record<string, number>]>([
  ['(char_length(name) <= 40)', { name: 40 }],
  ['((char_length(name) >= 1) AND (char_length(name) <= 40))', { name: 40 }],
  [
    '((length(a) < 10) AND (octet_length("travelTime") <= 20) AND (char_length((code)::text) = 3))',
    { a: 9, travelTime: 20, code: 3 },
  ],
  ['((char_length(a) <= 10) AND (char_length(a) <= 5))', { a: 5 }],
  [`((a <> ') AND (char_length(b) <= 1'::text) AND (char_length(a) <= 8))`, { a: 8 }],
  ['(char_length("odd "" name (") <= 7)', { 'odd " name (': 7 }],
  ['(char_length(VALUE) <= 80)', { VALUE: 80 }],
  ['((char_length(a) <= 10) OR (b IS NULL))', {}],
  ['(((char_length(a) <= 10) AND (b > 1)) OR (b IS NULL))', {}],
  ['(NOT (char_length(a) <= 10))', {}],
  ['(char_length(btrim(a)) <= 10)', {}],
  ['(char_length(a) >= 10)', {}],
  ['(char_length(a) <= b)', {}],
  ['(char_length((a || b)) <= 10)', {}],
  ['CASE WHEN true THEN (char_length(a) <= 10) ELSE true END', {}],
  ["(a ~ ' AND (char_length(a) <= 10)'::text)", {}],
])('%s', (check, lengths) => {
  expect(Object.fromEntries(checkedLengths([check]))).toEqual(lengths);
});
