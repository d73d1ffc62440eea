import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Request } from './load.ts';
import type { Target } from './process.ts';

/** The requests of one account that the measurements send. */
export interface Member {
  readonly read: Request;
  /** One row about its record. */
  readonly insert: Request;
  readonly signIn: Request;
  readonly photo: Request;
}

/** A person who is signed in and has a record, a link to it and a photo; made through the server's own calls. */
export interface Person {
  readonly userId: string;
  readonly recordId: string;
  readonly email: string;
  readonly password: string;
  readonly photoPath: string;
  readonly photoBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** How a project keeps its people: records in `<noun>s`, links in `user_<noun>s`, photos in the public bucket. */
export interface People {
  readonly noun: string;
  /** The column of a record with four letters and a number. */
  readonly badge: string;
  readonly bucket: string;
}

/** A square JPEG of noise. `side` is its length in pixels, `scaledTo` the one after scaling. */
export function noise(side: number, scaledTo = side): Promise<Buffer> {
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .resize(scaledTo, scaledTo)
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** POST requests to one server. @throws Error with the response when its status is an error */
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
 * Registers a person: account, photo, record and link.
 * @param index a number from 0 to 9989 that nobody else of the run has
 * @param photo a JPEG; by default one whose stored copy is about 100 KB
 */
export async function createPerson(
  { port, publishableKey }: Pick<Target, 'port' | 'publishableKey'>,
  { noun, badge, bucket }: People,
  index: number,
  photo?: Buffer,
): Promise<Person> {
  const base = `http://127.0.0.1:${port}`;
  const call = createCall(base, publishableKey);
  const credentials = { email: `person${index}@example.com`, password: 'a long and quiet sentence' };
  const session = await call('/auth/v1/signup', credentials, {});
  const userId = (session['user'] as { id: string }).id;
  const accessToken = String(session['access_token']);
  const headers = { apikey: publishableKey, authorization: `Bearer ${accessToken}` };
  const photoPath = `profile-photos/${userId}-1.jpg`;
  const image = { ...headers, 'content-type': 'image/jpeg' };
  await call(`/storage/v1/object/${bucket}/${photoPath}`, photo ?? (await noise(420)), image);
  const photoUrl = `${base}/storage/v1/object/public/${bucket}/${photoPath}`;
  const photoBytes = (await (await fetch(photoUrl)).arrayBuffer()).byteLength;
  const row = {
    name: `Person ${index}`,
    [badge]: `BBBB${10 + index}`,
    [`${noun}_code`]: `B-${index}`,
    photo_url: photoUrl,
    contact: '+56912345678',
    created_by: userId,
  };
  const single = { prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' };
  const record = await call(`/rest/v1/${noun}s?select=id`, row, { ...headers, ...single });
  const recordId = String(record['id']);
  await call(`/rest/v1/user_${noun}s`, { user_id: userId, [`${noun}_id`]: recordId }, headers);
  const refreshToken = String(session['refresh_token']);
  return { userId, recordId, ...credentials, photoPath, photoBytes, headers, accessToken, refreshToken };
}
