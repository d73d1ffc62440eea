import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

/** Reads or writes a time in the zone of the computer, or in a zone that each place chooses for itself. */
const ownClock =
  /\.toLocale(?:Date|Time)?String\(|Intl\.DateTimeFormat|\.[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(|\.to(?:Date|Time)String\(|new Date\([^()]*,/g;

test('the panel writes times with `useFormat` alone, which has the company’s zone', async () => {
  const sources = await readSources('web/admin', /(?<!\.test)\.tsx?$/);
  const others = sources.filter(({ path }) => path !== 'web/admin/parts/useFormat.ts');
  const found = others.flatMap(({ path, text }) =>
    [...text.matchAll(ownClock)].map(([match]) => `${path}: ${match}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'new Date(at).toLocaleString()',
  'time.toLocaleTimeString("es-CL")',
  'new Intl.DateTimeFormat(locale).format(at)',
  'new Date().getHours()',
  'new Date(2026, 10, 24)',
])('%s is found', (text) => {
  expect(text.match(ownClock)).toHaveLength(1);
});
