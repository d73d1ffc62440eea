import { expect, test } from 'vitest';
import { contentShape } from '../../../shared/content/content.ts';
import { readFirstRelease } from '../../../shared/testing/content.ts';
import type { Shape } from '../../../shared/content/shape.ts';
import { studio as t } from '../../i18n/es/studio.ts';
import { changeName, describeValue, fieldNames, itemNameAt } from './names.ts';
import { shapeAt, writeAt } from './model/tree.ts';

const content = readFirstRelease();

/** The names of all fields and choices below a shape. */
function namesIn(shape: Shape): readonly string[] {
  if (shape.kind === 'choice') return shape.of.map((each) => `choice ${each}`);
  if (shape.kind === 'list') return namesIn(shape.of);
  if (shape.kind === 'variants')
    return Object.entries(shape.variants).flatMap(([kind, each]) => [`choice ${kind}`, ...namesIn(each)]);
  if (shape.kind !== 'object') return [];
  return Object.entries(shape.fields).flatMap(([name, each]) => [`field ${name}`, ...namesIn(each)]);
}

test('every field, choice and part of the document has a name for people', () => {
  const parts = Object.keys(contentShape.fields).filter((name) => name !== 'format');
  expect(Object.keys(t.parts).sort()).toEqual(parts.sort());
  const names = Object.entries(contentShape.fields).flatMap(([, shape]) => namesIn(shape as Shape));
  const missing = names.filter((each) => {
    const [kind, name = ''] = each.split(' ');
    return name !== 'id' && !Object.hasOwn(kind === 'field' ? t.fields : t.choices, name);
  });
  expect(missing).toEqual([]);
});

test('a place in the document is named by its item and its fields', () => {
  const stop = ['tours', content.tours[0]!.id, 'stops', 1, 'place', 'de'];
  expect(itemNameAt(content, stop, t)).toBe('Tour de Santiago en 3 horas');
  expect(fieldNames(stop, t)).toBe('Paradas 2, Lugar, Deutsch');
  expect(itemNameAt(content, ['company', 'phone'], t)).toBe('Empresa');
  expect(itemNameAt(content, ['routes', 'gone'], t)).toBeUndefined();
});

test('a price is named by its first day, and values are written as people do', () => {
  const path = ['routes', 'centro', 'prices'];
  const planned = writeAt(content, path, [{ pesos: 15_000 }, { pesos: 16_000, validFrom: '2026-12-15' }]);
  const name = (place: number) => changeName([...path, place, 'pesos'], planned, t, (day) => `<${day}>`);
  expect([name(0), name(1)]).toEqual(['Precio', 'Precio (Desde <2026-12-15>)']);
  const describe = (value: unknown, ...steps: readonly string[]) =>
    describeValue(value, steps.at(-1)!, shapeAt(content, steps), content, t, (day) => `<${day}>`);
  expect(describe(16_000, 'routes', 'centro', 'prices', '0', 'pesos')).toBe('$16.000');
  expect(describe('santiago', 'places', 'plaza-de-armas', 'city')).toBe('Santiago');
  expect(describe(false, 'claims', 'gps', 'shown')).toBe('No');
  expect(describe('3hours', 'tours', content.tours[0]!.id, 'duration')).toBe('3 horas');
  expect(describe({ kind: 'fixed', pesos: 7_000 }, 'places', 'plaza-de-armas', 'fee')).toBe(
    'Un precio, $7.000',
  );
  expect(describe('', 'company', 'phone')).toBe('—');
});
