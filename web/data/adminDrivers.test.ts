import { expect, test } from 'vitest';
import { driverFilters, photoPathOf } from './adminDrivers.ts';

test('signs that mean something to the query or to the expression are searched as they are', () => {
  const expression = String.raw`"[aáàâãäåAÁÀÂÃÄÅ]\\,b\\([cçCÇ]\\)\\.\\\"d\\\\\\%\\_\\*"`;
  expect(driverFilters(String.raw`a,b(c)."d\%_*`)).toEqual([
    `name.imatch.${expression},driver_code.imatch.${expression}`,
  ]);
});

test('a name is found with and without its accents', () => {
  const [typedPlain, typedMarked] = [driverFilters('munoz'), driverFilters('Muñóz')];
  const expression = (filters: string[]) => new RegExp(filters[0]!.split('"')[1]!, 'i');
  for (const filters of [typedPlain, typedMarked]) {
    expect('Álvaro Muñoz').toMatch(expression(filters));
    expect('ALVARO MUNOZ').toMatch(expression(filters));
    expect('Álvaro Muñiz').not.toMatch(expression(filters));
  }
});

test('a plate is found as it is shown, in pairs', () => {
  for (const typed of ['BB·CL·12', 'bbcl12', 'bb-cl-12'])
    expect(driverFilters(typed)[0]).toContain('license_plate.ilike.*BBCL12*');
});

test('every word counts, up to six; nothing typed is no condition', () => {
  expect(driverFilters('  ana\tsoto\u0000 ')).toHaveLength(2);
  expect(driverFilters('a b c d e f g h')).toHaveLength(6);
  expect(driverFilters(' \u0007 ')).toEqual([]);
});

test('the photo of a record is found in the bucket of any installation, and nowhere else', () => {
  const path = 'profile-photos/7b1c-1700000000000.jpg';
  const inBucket = `https://taxi.example/storage/v1/object/public/imagenes/${path}`;
  expect(photoPathOf(inBucket)).toBe(path);
  expect(photoPathOf(`${inBucket}?v=2`)).toBe(path);
  for (const other of [null, '', 'no address', 'https://elsewhere.example/face.jpg', `${inBucket}%`])
    expect(photoPathOf(other)).toBeNull();
});
