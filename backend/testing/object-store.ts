import { mkdtemp, rm, utimes } from 'node:fs/promises';
import net, { type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import type { ObjectStoreSettings } from '../config/settings.ts';
import { blobPrefix, type ObjectStore } from '../object-store/object-store.ts';

/**
 * How the way to a store behaves: it is open; connections break; nothing gets through; requests get through, and
 * responses do not.
 */
export type Way = 'open' | 'broken' | 'silent' | 'deaf';

/** An S3 server that checks signatures, with a bucket of its own. */
export interface TestS3 extends AsyncDisposable {
  readonly settings: ObjectStoreSettings;
  /** The settings as environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  readonly setWay: Gate['setWay'];
  /** Makes objects two hours old, by their keys without the prefix. */
  makeOld(keys: readonly string[]): Promise<void>;
}

const bucket = 'photos';
const key = 'S3RVER';

/** A TCP server in front of a port of this machine. */
export interface Gate extends AsyncDisposable {
  readonly port: number;
  /** Changes the way for open connections too. */
  setWay(way: Way): void;
}

export async function startGate(port: number): Promise<Gate> {
  const pairs = new Map<Socket, Socket>();
  let way: Way = 'open';
  const connect = (near: Socket, far: Socket): void => {
    near.unpipe();
    far.unpipe();
    if (way === 'broken') near.resetAndDestroy();
    if (way === 'open' || way === 'deaf') near.pipe(far);
    if (way === 'open') far.pipe(near);
  };
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    pairs.set(near, far);
    near.on('error', () => {}).on('close', () => pairs.delete(near) && far.destroy());
    far.on('error', () => {}).on('close', () => near.destroy());
    connect(near, far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setWay(wanted) {
      // A response that was held back would come to the wrong request.
      if (wanted === 'open') for (const near of pairs.keys()) near.destroy();
      way = wanted;
      for (const [near, far] of pairs) connect(near, far);
    },
    async [Symbol.asyncDispose]() {
      for (const near of pairs.keys()) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Makes the server do what S3 does. By itself it keeps half of an object whose client goes away, and has no second page of
 * a listing: it encrypts where a page begins with a cipher that OpenSSL has no longer. With this,
 * an object is stored once its upload has ended, and a listing is one page.
 */
function mend({ store }: S3rver): void {
  const put = store.putObject.bind(store);
  store.putObject = async (object) => {
    const bytes = await buffer(object.content);
    // A stream: the server waits until it is written, which it does not for a buffer.
    return put(Object.assign(object, { content: Readable.from([bytes]) }));
  };
  const list = store.listObjects.bind(store);
  store.listObjects = async (name, options) => list(name, { ...options, maxKeys: Infinity });
}

/**
 * Starts an S3 server.
 * @param timeout of requests to it, in seconds; three are too few for many requests at once on a busy machine
 */
export async function startS3(prefix = 'tests/', timeout = 30): Promise<TestS3> {
  await using stack = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'transfer-s3-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const options = { address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false };
  const server = new S3rver({ ...options, directory, configureBuckets: [{ name: bucket }] });
  mend(server);
  // Its response is only “InternalError”.
  server.on('error', (error) => {
    if (error.status === undefined && error.headerSent !== true)
      console.error('The S3 server of the tests failed', error);
  });
  const { port } = await server.run();
  stack.defer(() => server.close());
  const gate = stack.use(await startGate(port));
  const endpoint = `http://127.0.0.1:${gate.port}`;
  const region = 'us-east-1';
  const credentials = { accessKeyId: key, secretAccessKey: key };
  const resources = stack.move();
  return {
    settings: { endpoint, bucket, ...credentials, region, prefix, timeout },
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: key,
      S3_SECRET_ACCESS_KEY: key,
      S3_PREFIX: prefix,
      S3_TIMEOUT: String(timeout),
    },
    setWay: gate.setWay,
    async makeOld(keys) {
      const time = new Date(Date.now() - 2 * 60 * 60_000);
      for (const each of keys) {
        const path = join(directory, bucket, `${prefix}${each}._S3rver_object`);
        await utimes(path, time, time);
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The keys of an object store below a prefix, sorted. */
export async function listKeys(store: ObjectStore, prefix = blobPrefix): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}
