import { expect, test } from 'vitest';
import { parseDuration } from './durations.ts';

test.each([
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['0.5s', 500],
  ['1m', 60_000],
  ['250ms', 250],
  ['0', 0],
])('%s is %i ms', (text, milliseconds) => expect(parseDuration(text)).toBe(milliseconds));

test.each(['', '24', '-1h', '1d', 'h', '1 h', '1h ', '9999999999h', '1e3s', 'none'])(
  '“%s” is not a duration',
  (text) => expect(parseDuration(text)).toBeUndefined(),
);
