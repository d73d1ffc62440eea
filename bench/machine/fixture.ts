import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Request } from './load.ts';
import type { Target } from './process.ts';

/** A driver with a record, a link and a photo, signed in; made through the product's own calls. */
export interface Fixture {
  readonly userId: string;
  readonly driverId: string;
  readonly email: string;
  readonly password: string;
  readonly photoPath: string;
  readonly photoBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A square JPEG of noise. `side` is its length in pixels, `scaledTo` the one after scaling. */
export function noise(side: number, scaledTo = side): Promise<Buffer> {
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .resize(scaledTo, scaledTo)
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** POST requests to one server. Throws an Error with the response when its status is an error. */
function createCall(base: string, apikey: string) {
  return async (path: string, body: unknown, headers: Record<string, string>) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', ...headers },
      body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  };
}

/**
 * Registers a driver: account, photo, record and link.
 * @param index a number from 0 to 9989 that no other driver of the run has
 * @param photo a JPEG; by default one whose stored copy is about 100 KB
 */
export async function createFixture(
  { port, publishableKey }: Target,
  index: number,
  photo?: Buffer,
): Promise<Fixture> {
  const base = `http://127.0.0.1:${port}`;
  const call = createCall(base, publishableKey);
  const credentials = { email: `driver${index}@example.com`, password: 'a long and quiet sentence' };
  const session = await call('/auth/v1/signup', credentials, {});
  const userId = (session['user'] as { id: string }).id;
  const accessToken = String(session['access_token']);
  const headers = { apikey: publishableKey, authorization: `Bearer ${accessToken}` };
  const photoPath = `profile-photos/${userId}-1.jpg`;
  const image = { ...headers, 'content-type': 'image/jpeg' };
  await call(`/storage/v1/object/imagenes/${photoPath}`, photo ?? (await noise(420)), image);
  const photoUrl = `${base}/storage/v1/object/public/imagenes/${photoPath}`;
  const photoBytes = (await (await fetch(photoUrl)).arrayBuffer()).byteLength;
  const row = {
    name: `Driver ${index}`,
    license_plate: `BBBB${10 + index}`,
    driver_code: `B-${index}`,
    photo_url: photoUrl,
    contact: '+56912345678',
    created_by: userId,
  };
  const single = { prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' };
  const driver = await call('/rest/v1/drivers?select=id', row, { ...headers, ...single });
  const driverId = String(driver['id']);
  await call('/rest/v1/user_drivers', { user_id: userId, driver_id: driverId }, headers);
  const refreshToken = String(session['refresh_token']);
  return { userId, driverId, ...credentials, photoPath, photoBytes, headers, accessToken, refreshToken };
}

/** The requests of the driver that the measurements send. */
export function requestsOf(target: Target, fixture: Fixture) {
  const { driverId, email, password, photoPath, headers } = fixture;
  const json = { 'content-type': 'application/json' };
  const review = { driver_id: driverId, rating: 5, user_name: 'Anonymous', comment: 'No comment' };
  return {
    read: { method: 'GET', path: `/rest/v1/drivers?select=*&id=eq.${driverId}`, headers },
    insert: {
      method: 'POST',
      path: '/rest/v1/reviews',
      headers: { ...headers, ...json },
      body: JSON.stringify(review),
    },
    signIn: {
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      headers: { apikey: target.publishableKey, ...json },
      body: JSON.stringify({ email, password }),
    },
    photo: { method: 'GET', path: `/storage/v1/object/public/imagenes/${photoPath}`, headers: {} },
  } satisfies Record<string, Request>;
}
