import { expect, test } from 'vitest';
import { areReference, taglineOf } from './fares.ts';

const promise = { es: 'Traslados seguros y a precio fijo', de: { text: 'Sicher und zum Festpreis' } };
const other = { es: 'Con la vista fijada en tu vuelo' };

test.each([
  [undefined, 'basico', false],
  ['agreed', 'basico', false],
  ['reference', 'turismo', true],
  ['reference', undefined, true],
  ['byVehicle', 'basico', true],
  ['byVehicle', 'turismo', false],
  ['byVehicle', 'transfer', false],
  ['byVehicle', undefined, true],
] as const)('fares %s in a vehicle %s are a reference: %s', (fares, vehicleClass, expected) => {
  const company = { ...(fares && { fares }) };
  expect(areReference(company, vehicleClass)).toBe(expected);
  const tagline = taglineOf({ ...company, tagline: promise }, vehicleClass);
  expect(tagline === promise).toBe(!expected);
  expect(/fij|Festpreis/.test(JSON.stringify(tagline))).toBe(!expected);
});

test('a tagline that promises no fixed price stays', () => {
  expect(taglineOf({ fares: 'reference', tagline: other })).toBe(other);
});
