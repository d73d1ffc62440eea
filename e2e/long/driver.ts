import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Installation } from './installation.ts';

/** A response with an error status. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: string;
  constructor(status: number, body: string) {
    super(`${status} ${body}`);
    this.status = status;
    this.body = body;
  }
}

/** A driver's own calls, as the app makes them. All throw Refusal, and TypeError without a response. */
export interface Driver {
  readonly email: string;
  /** Names of the stored photos whose upload was acknowledged. */
  readonly photos: readonly string[];
  /** Whether the sign-up was acknowledged. */
  hasAccount(): boolean;
  /** Completes the registration; call it again after any failure. */
  register(): Promise<void>;
  /** Rates this driver; true once the rating is stored. */
  rate(key: string, rating: number): Promise<boolean>;
  upload(picture: Buffer): Promise<string>;
  /** Renews the session. */
  refresh(): Promise<void>;
  /** Reads the home screen's row; the number of rows. */
  read(): Promise<number>;
}

const password = 'cordillera nevada 7';

/** A photo that does not compress: `pixels` squared, about three bytes each. */
export function noisyPhoto(pixels: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: pixels, height: pixels, channels: 3, noise, background: '#000' } as const;
  return sharp({ create }).jpeg({ quality: 95 }).toBuffer();
}

interface Session {
  readonly userId: string;
  readonly token: string;
  readonly refreshToken: string;
}

const isConflict = (error: unknown): boolean => error instanceof Refusal && error.status === 409;

/** Sends the calls of one driver, and remembers which of them were acknowledged. */
class RegisteringDriver implements Driver {
  readonly #id = randomUUID().slice(0, 8);
  readonly email = `driver-${this.#id}@example.com`;
  readonly photos: string[] = [];
  readonly #address: string;
  readonly #key: string;
  readonly #photo: Buffer;
  #session: Session | undefined;
  #driverId: string | undefined;
  #photoUrl: string | undefined;
  #isLinked = false;

  constructor(address: string, key: string, photo: Buffer) {
    this.#address = address;
    this.#key = key;
    this.#photo = photo;
  }

  async #send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const isBytes = Buffer.isBuffer(body);
    const response = await fetch(this.#address + path, {
      method,
      headers: {
        apikey: this.#key,
        ...(this.#session && { authorization: `Bearer ${this.#session.token}` }),
        ...(body !== undefined && { 'content-type': isBytes ? 'image/jpeg' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Refusal(response.status, text);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  async #startSession(path: string, body: object): Promise<void> {
    const { access_token, refresh_token, user } = (await this.#send('POST', path, body)) as {
      access_token: string;
      refresh_token: string;
      user: { id: string };
    };
    this.#session = { token: access_token, refreshToken: refresh_token, userId: user.id };
  }

  async #signUp(): Promise<void> {
    const credentials = { email: this.email, password };
    try {
      await this.#startSession('/auth/v1/signup', credentials);
    } catch (error) {
      if (!(error instanceof Refusal) || !error.body.includes('user_already_exists')) throw error;
      await this.#startSession('/auth/v1/token?grant_type=password', credentials);
    }
  }

  async #findDriver(): Promise<string | undefined> {
    const path = `/rest/v1/drivers?select=id&created_by=eq.${this.#session?.userId}`;
    return ((await this.#send('GET', path)) as { id: string }[])[0]?.id;
  }

  async #insertDriver(): Promise<string> {
    const row = {
      name: `Driver ${this.#id}`,
      license_plate: this.#id.toUpperCase(),
      driver_code: this.#id,
      photo_url: this.#photoUrl,
    };
    const prefer = { prefer: 'return=representation' };
    try {
      const made = await this.#send('POST', '/rest/v1/drivers?select=id', row, prefer);
      return (made as { id: string }[])[0]?.id ?? '';
    } catch (error) {
      const existing = isConflict(error) ? await this.#findDriver() : undefined;
      if (existing === undefined) throw error;
      return existing;
    }
  }

  /** Sends a row that an earlier attempt may have written already. */
  async #insertOnce(path: string, row: object): Promise<void> {
    await this.#send('POST', path, row).catch((error: unknown) => {
      if (!isConflict(error)) throw error;
    });
  }

  hasAccount(): boolean {
    return this.#session !== undefined;
  }

  async register(): Promise<void> {
    if (!this.#session) await this.#signUp();
    this.#photoUrl ??= `${this.#address}/storage/v1/object/public/imagenes/${await this.upload(this.#photo)}`;
    this.#driverId ??= await this.#insertDriver();
    if (this.#isLinked) return;
    const link = { user_id: this.#session?.userId, driver_id: this.#driverId };
    await this.#insertOnce('/rest/v1/user_drivers', link);
    this.#isLinked = true;
  }

  async rate(idempotencyKey: string, rating: number): Promise<boolean> {
    const review = { driver_id: this.#driverId, rating, idempotency_key: idempotencyKey };
    await this.#insertOnce('/rest/v1/reviews', review);
    return true;
  }

  async upload(picture: Buffer): Promise<string> {
    const name = `profile-photos/${this.#session?.userId}-${Date.now()}${randomUUID().slice(0, 4)}.jpg`;
    await this.#send('POST', `/storage/v1/object/imagenes/${name}`, picture);
    this.photos.push(name);
    return name;
  }

  refresh(): Promise<void> {
    const body = { refresh_token: this.#session?.refreshToken };
    return this.#startSession('/auth/v1/token?grant_type=refresh_token', body);
  }

  async read(): Promise<number> {
    const path = `/rest/v1/drivers?select=id,name,average_rating&id=eq.${this.#driverId}`;
    return ((await this.#send('GET', path)) as unknown[]).length;
  }
}

/** A driver without an account yet; nothing is sent. */
export async function createDriver({ address }: Pick<Installation, 'address'>, key: string): Promise<Driver> {
  return new RegisteringDriver(address, key, await noisyPhoto(64));
}

/** The key that every request of the app carries. */
export async function readKey({ dataDir }: Pick<Installation, 'dataDir'>): Promise<string> {
  const secrets = await readFile(join(dataDir, 'secrets.json'), 'utf8');
  return (JSON.parse(secrets) as { publishableKey: string }).publishableKey;
}
