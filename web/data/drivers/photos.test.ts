import { expect, it } from 'vitest';
import { fitWithin, photoPath } from './photos.ts';

it('makes a picture fit without stretching or enlarging it', () => {
  expect(fitWithin(4000, 3000, 1024)).toEqual({ width: 1024, height: 768 });
  expect(fitWithin(3000, 4000, 1024)).toEqual({ width: 768, height: 1024 });
  expect(fitWithin(300, 200, 1024)).toEqual({ width: 300, height: 200 });
  expect(fitWithin(20_000, 3, 1024)).toEqual({ width: 1024, height: 1 });
});

it.each([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/heic', 'heic'],
  ['', 'bin'],
])('files %s under the user with the extension %s', (type, extension) => {
  expect(photoPath('1b4e', type, 1743076800000)).toBe(`profile-photos/1b4e-1743076800000.${extension}`);
});
