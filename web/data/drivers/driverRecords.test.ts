import { expect, test } from 'vitest';
import { driverFilters, ownPhotoPath } from './driverRecords.ts';

test('signs that mean something to the query or to the expression are searched as they are', () => {
  const expression = String.raw`"[aáàâãäåāăąAÁÀÂÃÄÅĀĂĄ]\\,b\\([cçćčCÇĆČ]\\)\\.\\\"[dďđDĎĐ]\\\\\\%\\_\\*"`;
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
  for (const typed of ['BB · CL · 12', 'bb cl 12', ' bb - cl – 12 ']) {
    const plates = driverFilters(typed).map((filter) => /license_plate.ilike.\*(\w+)\*/.exec(filter)?.[1]);
    expect(plates).toEqual(['BB', 'CL', '12']);
  }
});

test('every word counts, up to six; nothing typed is no condition', () => {
  expect(driverFilters('  ana\tsoto\u0000 ')).toHaveLength(2);
  expect(driverFilters('a b c d e f g h')).toHaveLength(6);
  expect(driverFilters(' \u0007 ')).toEqual([]);
});

test('V4: the photo that goes with a driver is one of the account that wrote the record, and no other', () => {
  const account = '7b1c';
  const path = `profile-photos/${account}-1700000000000.jpg`;
  const inBucket = `/storage/v1/object/public/imagenes/${path}`;
  const pathOf = (url: string | null, createdBy: string | null = account) => ownPhotoPath(url, createdBy);
  for (const url of [inBucket, `https://taxi.example${inBucket}`]) expect(pathOf(url)).toBe(path);
  expect(pathOf(inBucket, 'another')).toBeNull();
  expect(pathOf(inBucket, null)).toBeNull();
  expect(pathOf(`${inBucket}/../another-1.jpg`)).toBeNull();
  for (const other of [null, '', 'https://elsewhere.example/face.jpg', 'https://[', '/imagenes/logo.png'])
    expect(pathOf(other)).toBeNull();
});
