import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayPhone, readPhone, type PhoneDoubt } from './phone-reading.ts';
import { contactOf, isInternational } from './contact.ts';
import { phoneOf } from './phone.ts';
import { plateInPairs, platePattern } from './plate.ts';
import { normalizePlate } from './plate-reading.ts';
import { readRut } from './rut.ts';
import { phones, plates, ruts } from '../testing/chile.ts';

test.each(phones)('the telephone number %j means %j', (typed, e164) => {
  expect(phoneOf(typed)).toBe(e164);
});

test.each(plates)('the plate %j is stored as %j', (typed, stored) => {
  expect(normalizePlate(typed)).toBe(stored);
});

test.each(ruts)('the RUT %j is %j', (typed, rut) => {
  expect(readRut(typed)).toEqual(
    rut === null ? { kind: 'doubt', doubt: expect.any(String) as string } : { kind: 'rut', rut },
  );
});

test.each<readonly [string, PhoneDoubt]>([
  ['98765432', 'short'],
  ['+56 9 8765 432', 'short'],
  ['56 9 8765 432', 'short'],
  ['2345 6789', 'short'],
  ['', 'characters'],
  ['+56 9 8765 43210', 'long'],
  ['+54 9 11 2345 6789 0123', 'long'],
  ['98765 43210', 'abroad'],
  ['5491123456789', 'abroad'],
  ['123456789', 'area'],
  ['+56 1 2345 6789', 'area'],
  ['+98 7654321', 'country'],
  ['+987654321', 'country'],
  ['+210 123 456 789', 'country'],
  ['++56987654321', 'characters'],
  ['9 8765 4321 anexo 3', 'characters'],
])('%j is refused: %s', (typed, doubt) => {
  expect(readPhone(typed)).toEqual({ kind: 'doubt', doubt });
});

test.each([
  ['+56987654321', '+56 9 8765 4321'],
  ['+56223456789', '+56 2 2345 6789'],
  ['+56322123456', '+56 32 212 3456'],
  ['+566006001234', '+56 600 600 1234'],
  ['+12025550123', '+1 202 555 0123'],
  ['+5491123456789', '+54 91 12345 6789'],
  ['+5511987654321', '+55 11 98765 4321'],
  ['+6581234567', '+65 8123 4567'],
  ['+351912345678', '+351 912 345 678'],
])('%s is shown as %s', (e164, display) => {
  expect(displayPhone(e164)).toBe(display);
  expect(phoneOf(display)).toBe(e164);
});

test('what the company publishes names its country', () => {
  expect(
    ['+56987654321', '+56 9 8765 4321', '56 9 8765 4321', '+98 912 345 6789'].filter(isInternational),
  ).toHaveLength(4);
  expect(['987654321', '0987654321', '+56 09 8765 4321', '+98 7654321', ''].filter(isInternational)).toEqual(
    [],
  );
});

test('a number is understood once: read again, it is the same', () => {
  const typed = fc
    .array(fc.constantFrom(...'+0123456789569 -.()'), { maxLength: 18 })
    .map((signs) => signs.join(''));
  fc.assert(
    fc.property(typed, (text) => {
      const e164 = phoneOf(text);
      if (e164 === null) return;
      expect(e164).toMatch(/^\+[1-9][0-9]{8,14}$/);
      expect([phoneOf(e164), phoneOf(displayPhone(e164)), contactOf(e164)]).toEqual([e164, e164, e164]);
    }),
  );
});

test('drivers may have any number of 9 to 15 digits', () => {
  const pattern = /^\+?[0-9]{9,15}$/;
  fc.assert(
    fc.property(fc.stringMatching(pattern), (text) => {
      expect(contactOf(text)).toMatch(pattern);
    }),
  );
});

test('the check digit finds every single wrong digit and every swap of neighbours', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000_000, max: 99_999_999 }),
      fc.nat(6),
      fc.integer({ min: 1, max: 9 }),
      (body, place, by) => {
        const right = [...'0123456789K']
          .map((digit) => `${body}-${digit}`)
          .filter((rut) => readRut(rut).kind === 'rut');
        expect(right).toHaveLength(1);
        const [whole = ''] = right;
        const wrong = [...whole];
        wrong[place] = String((Number(wrong[place]) + by) % 10);
        expect(readRut(wrong.join('')).kind).toBe('doubt');
        const swapped = [...whole];
        [swapped[place], swapped[place - 1]] = [swapped[place - 1]!, swapped[place]!];
        if (place > 0 && swapped.join('') !== whole) expect(readRut(swapped.join('')).kind).toBe('doubt');
      },
    ),
  );
});

test.each([
  ['BBBB12', 'BB·BB·12'],
  ['aa1234', 'AA·12·34'],
  ['BB·BB·12', 'BB·BB·12'],
  ['BBBB1', 'BBBB1'],
])('writes the plate %s as %s', (stored, shown) => {
  expect(plateInPairs(stored)).toBe(shown);
});

test('letters that only look like capitals make no plate', () => {
  expect(['ßß12', 'ııı12', 'ﬁ1234'].map(normalizePlate).filter((plate) => platePattern.test(plate))).toEqual(
    [],
  );
});
