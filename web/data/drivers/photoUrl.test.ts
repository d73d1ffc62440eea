import { expect, it } from 'vitest';
import { photoUrl, smallPhotoUrl } from './photoUrl.ts';

const path = '/storage/v1/object/public/imagenes/profile-photos/1.jpg';
const backend = 'https://taxi.example';
const elsewhere = [
  `https://elsewhere.example${path}`,
  'https://elsewhere.example/photo.jpg',
  `https://elsewhere.example/?of=${path}`,
  `//elsewhere.example${path}`,
  '/favicon.svg',
];

it('loads a photo of the bucket from the backend in use', () => {
  expect(photoUrl(path, backend)).toBe(backend + path);
  expect(smallPhotoUrl(path, backend)).toBe(
    'https://taxi.example/storage/v1/render/image/public/imagenes/profile-photos/1.jpg?width=512&height=512&resize=cover',
  );
});

it('loads a photo from a backend below a path', () => {
  expect(photoUrl(path, 'https://taxi.example/backend')).toBe(`https://taxi.example/backend${path}`);
});

it.each([null, ...elsewhere])('leaves %s as it is', (stored) => {
  expect(photoUrl(stored, backend)).toBe(stored);
  expect(smallPhotoUrl(stored, backend)).toBeUndefined();
});
