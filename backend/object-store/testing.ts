import { mkdtemp, rm, utimes } from 'node:fs/promises';
import net, { type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { ObjectStoreSettings } from '../config/settings.ts';
import { blobPrefix, type ObjectStore } from './object-store.ts';

/** How the way to a store behaves: it is open; connections break; they are accepted, and nothing comes back. */
export type Way = 'open' | 'broken' | 'silent';

/** An S3 server that checks signatures, with a bucket of its own. */
export interface TestS3 extends AsyncDisposable {
  readonly settings: ObjectStoreSettings;
  /** The settings as environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** Changes the way to the store, for open connections too. */
  setWay(way: Way): void;
  /** Makes objects two hours old, by their keys without the prefix. */
  makeOld(keys: readonly string[]): Promise<void>;
}

const bucket = 'photos';
const key = 'S3RVER';

/** A TCP server in front of a port of this machine. */
async function startGate(port: number, stack: AsyncDisposableStack) {
  const sockets = new Set<Socket>();
  let way: Way = 'open';
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = net.createServer((near) => {
    keep(near);
    if (way === 'broken') return void near.resetAndDestroy();
    if (way === 'silent') return;
    const far = net.connect(port, '127.0.0.1');
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    setWay(wanted: Way) {
      way = wanted;
      for (const socket of sockets)
        if (wanted === 'silent') socket.unpipe();
        else socket.destroy();
    },
  };
}

/** Starts an S3 server; requests to it have a timeout of one second. */
export async function startS3(prefix = 'tests/'): Promise<TestS3> {
  await using stack = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'transfer-s3-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const options = { address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false };
  const server = new S3rver({ ...options, directory, configureBuckets: [{ name: bucket }] });
  const { port } = await server.run();
  stack.defer(() => server.close());
  const gate = await startGate(port, stack);
  const endpoint = `http://127.0.0.1:${gate.port}`;
  const region = 'us-east-1';
  const credentials = { accessKeyId: key, secretAccessKey: key };
  const resources = stack.move();
  return {
    settings: { endpoint, bucket, ...credentials, region, prefix, timeout: 1 },
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: key,
      S3_SECRET_ACCESS_KEY: key,
      S3_PREFIX: prefix,
      S3_TIMEOUT: '1',
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
