import { expect, test } from 'vitest';
import { chileanMinute } from '../../../shared/chile/time.ts';
import { companyZone } from '../../../shared/chile/zone.ts';

const hourMs = 3_600_000;

test('the browser’s clock of Chile reads as its formatter writes it, in every hour of two years', () => {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: companyZone(),
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const first = Date.parse('2026-01-01T00:30:59.999Z');
  const hours = Array.from({ length: 2 * 366 * 24 }, (_, hour) => first + hour * hourMs);
  expect('Temporal' in globalThis).toBe(true);
  expect(hours.map(chileanMinute)).toEqual(hours.map((time) => format.format(time).replace(' ', 'T')));
});
