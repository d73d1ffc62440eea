import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Installation } from './installation.ts';

/** An answer other than success. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: string;
  constructor(status: number, body: string) {
    super(`${status} ${body}`);
    this.status = status;
    this.body = body;
  }
}

/** A driver's own calls, as the app makes them. All throw Refusal, and TypeError when there is no answer. */
export interface Driver {
  readonly email: string;
  /** Names of the stored photos whose upload was acknowledged. */
  readonly photos: readonly string[];
  /** Whether the sign-up was acknowledged. */
  hasAccount(): boolean;
  /** Does what is missing of a registration; may be called again after any failure. */
  register(): Promise<void>;
  /** Rates this driver; true when the rating is there. */
  rate(key: string, rating: number): Promise<boolean>;
  upload(picture: Buffer): Promise<string>;
  /** Renews the session. */
  refresh(): Promise<void>;
  /** What the home screen reads. */
  read(): Promise<number>;
}

const password = 'cordillera nevada 7';

/** A photo that does not compress: `pixels` squared, about three bytes each. */
export function noisyPhoto(pixels: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: pixels, height: pixels, channels: 3, noise, background: '#000' } as const;
  return sharp({ create }).jpeg({ quality: 95 }).toBuffer();
}

/** Somebody who drives, with an account of their own; nothing is sent yet. */
export async function createDriver({ address }: Installation, key: string): Promise<Driver> {
  const id = randomUUID().slice(0, 8);
  const email = `driver-${id}@example.com`;
  const photo = await noisyPhoto(64);
  const photos: string[] = [];
  let session: { userId: string; token: string; refreshToken: string } | undefined;
  let driverId: string | undefined;
  let photoUrl: string | undefined;
  let linked = false;

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(address + path, {
      method,
      headers: {
        apikey: key,
        ...(session && { authorization: `Bearer ${session.token}` }),
        ...(body !== undefined && { 'content-type': isBytes ? 'image/jpeg' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Refusal(answer.status, text);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  async function startSession(path: string, body: object): Promise<void> {
    const answer = (await send('POST', path, body)) as {
      access_token: string;
      refresh_token: string;
      user: { id: string };
    };
    session = { token: answer.access_token, refreshToken: answer.refresh_token, userId: answer.user.id };
  }

  async function signUp(): Promise<void> {
    try {
      await startSession('/auth/v1/signup', { email, password });
    } catch (error) {
      if (!(error instanceof Refusal) || !error.body.includes('user_already_exists')) throw error;
      await startSession('/auth/v1/token?grant_type=password', { email, password });
    }
  }

  async function upload(picture: Buffer): Promise<string> {
    const name = `profile-photos/${session?.userId}-${Date.now()}${randomUUID().slice(0, 4)}.jpg`;
    await send('POST', `/storage/v1/object/imagenes/${name}`, picture);
    photos.push(name);
    return name;
  }

  async function insertDriver(): Promise<string> {
    const userId = session?.userId;
    const row = {
      name: `Driver ${id}`,
      license_plate: id.toUpperCase(),
      driver_code: id,
      photo_url: photoUrl,
    };
    const find = async (): Promise<string | undefined> =>
      ((await send('GET', `/rest/v1/drivers?select=id&created_by=eq.${userId}`)) as { id: string }[])[0]?.id;
    const made = await send('POST', '/rest/v1/drivers?select=id', row, {
      prefer: 'return=representation',
    }).catch(async (error: unknown) => {
      const existing = error instanceof Refusal && error.status === 409 ? await find() : undefined;
      if (existing === undefined) throw error;
      return [{ id: existing }];
    });
    return (made as { id: string }[])[0]?.id ?? '';
  }

  return {
    email,
    photos,
    upload,
    hasAccount: () => session !== undefined,
    async register() {
      if (!session) await signUp();
      if (photoUrl === undefined)
        photoUrl = `${address}/storage/v1/object/public/imagenes/${await upload(photo)}`;
      driverId ??= await insertDriver();
      if (linked) return;
      await send('POST', '/rest/v1/user_drivers', { user_id: session?.userId, driver_id: driverId }).catch(
        (error: unknown) => {
          if (!(error instanceof Refusal) || error.status !== 409) throw error;
        },
      );
      linked = true;
    },
    async rate(idempotencyKey, rating) {
      const review = { driver_id: driverId, rating, idempotency_key: idempotencyKey };
      try {
        await send('POST', '/rest/v1/reviews', review);
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 409) throw error;
      }
      return true;
    },
    refresh: () =>
      startSession('/auth/v1/token?grant_type=refresh_token', { refresh_token: session?.refreshToken }),
    async read() {
      const rows = await send('GET', `/rest/v1/drivers?select=id,name,average_rating&id=eq.${driverId}`);
      return (rows as unknown[]).length;
    },
  };
}

/** The key that every request of the app carries. */
export async function readKey({ dataDir }: Installation): Promise<string> {
  const secrets = await readFile(join(dataDir, 'secrets.json'), 'utf8');
  return (JSON.parse(secrets) as { publishableKey: string }).publishableKey;
}
