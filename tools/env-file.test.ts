import { expect, test } from 'vitest';
import { unreadableLines } from './env-file.mjs';

test.for([
  ['BRAND NAME=x', ['line 1 sets nothing: no name of a variable stands before “=”.']],
  ['PORT=80\nBRAND_NAME="unterminated', ['line 2: the quote (") of BRAND_NAME is not closed.']],
  ["A='b\r\nB=c", ["line 1: the quote (') of A is not closed."]],
  ['BRAND_NAME: Mi Transfer', ['line 1 sets nothing: it has no “=”.']],
  ['1PORT=80', ['line 1 sets nothing: no name of a variable stands before “=”.']],
  ['secret-password', ['line 1 sets nothing: it has no “=”.']],
] as const)('O7h %j is named', ([text, problems]) => {
  expect(unreadableLines(text)).toEqual(problems);
});

test('what Node reads is no problem', () => {
  const text = [
    '# a comment = "',
    '',
    'PORT=8000',
    '  export HOST = 127.0.0.1',
    'BRAND_NAME="Mi Transfer" # name',
    "TAGLINE='it is # no comment'",
    'APOSTROPHE=it’s',
    'EMPTY=',
    'SUPABASE_SIGNING_KEYS=\'{"keys":[',
    '  {"kid":"a"}',
    "]}'",
    'URL=postgres://u:p@h/d?a=b&c="d',
  ];
  expect(unreadableLines(text.join('\n'))).toEqual([]);
});
