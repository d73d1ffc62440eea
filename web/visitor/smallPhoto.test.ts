import { expect, it } from 'vitest';
import { smallPhoto } from './smallPhoto.ts';

it('asks the backend for a small square of a photo that it keeps', () => {
  expect(smallPhoto('https://taxi.example/storage/v1/object/public/imagenes/profile-photos/1.jpg')).toBe(
    'https://taxi.example/storage/v1/render/image/public/imagenes/profile-photos/1.jpg?width=512&height=512&resize=cover',
  );
});

it.each([null, 'https://elsewhere.example/photo.jpg'])('has none of %s', (url) => {
  expect(smallPhoto(url)).toBeUndefined();
});
