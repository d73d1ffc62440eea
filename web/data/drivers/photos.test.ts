import { expect, it } from 'vitest';
import { photoPath } from './photos.ts';

it.each([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/heic', 'heic'],
  ['', 'bin'],
])('files %s under the user with the extension %s', (type, extension) => {
  expect(photoPath('1b4e', type, 1743076800000)).toBe(`profile-photos/1b4e-1743076800000.${extension}`);
});
