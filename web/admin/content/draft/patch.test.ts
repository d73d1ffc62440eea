import { expect, test } from 'vitest';
import { readFirstRelease } from '../../../../shared/content/testing.ts';
import { addItem, moveItem } from '../model/lists.ts';
import { writeAt } from '../model/tree.ts';
import { applyPatch, makePatch } from './patch.ts';

const base = readFirstRelease();
const notice = { text: { es: 'Feriado' }, validFrom: '2026-12-24', validUntil: '2026-12-25' };

test.each([
  ['a text of one place', writeAt(base, ['places', 'plaza-de-armas', 'name', 'es'], 'La plaza')],
  ['an item added', addItem(base, ['routes'])!.content],
  ['an item removed', writeAt(base, ['claims', 'gps'], undefined)],
  ['another order', moveItem(base, ['places'], 3, 0)],
  ['a field of a part', writeAt(base, ['company', 'phone'], '+56 2 2345 6789')],
  ['an optional part', { ...base, notice }],
])('%s comes back from its patch, through JSON', (_, content) => {
  const patch = JSON.parse(JSON.stringify(makePatch(base, content))) as ReturnType<typeof makePatch>;
  expect(applyPatch(base, patch)).toEqual(content);
});

test('an optional part that was removed stays removed', () => {
  const withNotice = { ...base, notice };
  const patch = JSON.parse(JSON.stringify(makePatch(withNotice, base))) as ReturnType<typeof makePatch>;
  expect(applyPatch(withNotice, patch)).toEqual(base);
});

test('the patch of one place is as large as that place', () => {
  const content = writeAt(base, ['places', 'plaza-de-armas', 'name', 'es'], 'La plaza');
  expect(JSON.stringify(makePatch(base, content)).length).toBeLessThan(6_000);
});
