import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFileStore } from './files.ts';
import { blobKey, ObjectStoreError, type ObjectStore, type OpenedObject } from './object-store.ts';
import { openS3Store } from './s3.ts';
import { sweepStore } from '../storage/store/sweep.ts';
import { listKeys, startS3, type TestS3 } from '../testing/object-store.ts';

let folder = '';
let s3: TestS3;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-objects-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const newKey = (): string => blobKey(randomUUID());

async function collect({ content }: OpenedObject): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The error of each kind of request; undefined for one that succeeds. */
async function failures(store: ObjectStore): Promise<readonly unknown[]> {
  const key = newKey();
  const attempts = [store.read(key), store.open(key), store.put(key, Buffer.from('x')), listKeys(store)];
  const settled = await Promise.allSettled(attempts);
  return settled.map((each) => (each.status === 'rejected' ? (each.reason as unknown) : undefined));
}

/** A server with behaviour that the test's S3 server lacks. */
async function startStub(respond: RequestListener) {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe.each([
  ['files', (place: string) => openFileStore(join(folder, place))],
  ['S3', (place: string) => openS3Store({ ...s3.settings, prefix: `${place}/` })],
] as const)('a store of %s', (_, open) => {
  test.each([0, 1, 5, 3_000_000])('gives back %d bytes, whole and in part', async (size) => {
    using store = open(`bytes-${size}`);
    const [key, bytes] = [newKey(), randomBytes(size)];
    await store.put(key, bytes);
    expect((await store.read(key))?.equals(bytes)).toBe(true);
    const whole = await store.open(key);
    expect(whole?.size).toBe(size);
    expect((await collect(whole!)).equals(bytes)).toBe(true);
    if (size < 5) return;
    const part = await store.open(key, { start: 2, end: size - 2 });
    expect(part?.size).toBe(size - 3);
    expect((await collect(part!)).equals(bytes.subarray(2, size - 1))).toBe(true);
  });

  test('has no object under a key that was not written or was deleted', async () => {
    using store = open('absent');
    const key = newKey();
    await store.delete(key);
    expect(await store.read(key)).toBeUndefined();
    await store.put(key, Buffer.from('x'));
    await store.delete(key);
    expect(await store.read(key)).toBeUndefined();
    expect(await store.open(key)).toBeUndefined();
    expect(await store.open(key, { start: 0, end: 0 })).toBeUndefined();
    expect(await listKeys(store)).toEqual([]);
  });

  test('lists the keys below a prefix with their times, and no others', async () => {
    using store = open('listed');
    using other = open('other');
    const keys = Array.from({ length: 130 }, newKey).sort();
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))));
    await store.put('installations/one', Buffer.from('x'));
    await other.put(newKey(), Buffer.from('x'));
    expect(await listKeys(store)).toEqual(keys);
    // The clock of the file system, which may not be that of this process.
    const marker = join(folder, 'marker');
    await writeFile(marker, '');
    const { mtimeMs: now } = await stat(marker);
    for await (const { modifiedAt } of store.list('objects/'))
      expect(Math.abs(now - modifiedAt)).toBeLessThan(60_000);
  });

  test('accepts the same bytes a second time', async () => {
    using store = open('twice');
    const key = newKey();
    await store.put(key, Buffer.from('same'));
    await store.put(key, Buffer.from('same'));
    expect(String(await store.read(key))).toBe('same');
  });

  test('a reader may leave a large object in the middle', async () => {
    using store = open('left');
    const key = newKey();
    await store.put(key, Buffer.alloc(3_000_000));
    for (let time = 0; time < 3; time += 1)
      for await (const chunk of (await store.open(key))!.content) {
        expect(chunk.byteLength).toBeGreaterThan(0);
        break;
      }
  });
});

test('the names of files stay below the folder', async () => {
  using store = openFileStore(folder);
  for (const key of ['../secret', 'objects/../../secret', 'objects//x', '.hidden'])
    await expect(store.read(key)).rejects.toThrow('Invalid key');
  expect(() => blobKey('../secret')).toThrow('Invalid version');
});

describe('an S3 store', () => {
  test('lists all pages, as the store cuts them', async () => {
    const asked: (string | null)[] = [];
    await using stub = await startStub((request, response) => {
      const token = new URL(request.url ?? '', 'http://s3').searchParams.get('continuation-token');
      asked.push(token);
      const entry = `<Contents><Key>tests/objects/${token === null ? 'first' : 'second'}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`;
      const more =
        token === null
          ? 'true</IsTruncated><NextContinuationToken>1+2/3=&amp;x'
          : 'false</IsTruncated><NextContinuationToken>';
      response.end(
        `<ListBucketResult><IsTruncated>${more}</NextContinuationToken>${entry}</ListBucketResult>`,
      );
    });
    using store = openS3Store({ ...s3.settings, endpoint: stub.endpoint });
    expect(await listKeys(store)).toEqual(['objects/first', 'objects/second']);
    expect(asked).toEqual([null, '1+2/3=&x']);
  });

  test.each([
    ['/../../../victims/photo', 'segments of dots'],
    ['/%2e%2e/%2e%2e/%2e%2e/victims/photo', 'segments of dots, escaped'],
    ['?x=/../../photo', 'a query'],
    ['#photo', 'a fragment'],
    ['\\..\\..\\..\\victims\\photo', 'backslashes'],
    ['&#x2f;..&#x2f;photo', 'numbers of characters'],
    ['//photo', 'an empty segment'],
  ])('leaves alone a key of others that ends with %s (%s)', async (rest) => {
    const requests: string[] = [];
    await using stub = await startStub((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      const entry = `<Contents><Key>tests/objects/${randomUUID()}${rest}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`;
      response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${entry}</ListBucketResult>`);
    });
    using store = openS3Store({ ...s3.settings, endpoint: stub.endpoint });
    expect(await sweepStore(store, async () => [])).toBe(0);
    await expect(store.delete(`objects/${randomUUID()}${rest}`)).rejects.toThrow('Invalid key');
    expect(requests.map((each) => each.slice(0, 4))).toEqual(['GET ']);
  });

  test('of these tests lists more objects than S3 puts on a page', async () => {
    using store = openS3Store({ ...s3.settings, prefix: 'many/' });
    const keys = Array.from({ length: 1001 }, newKey).sort();
    for (let start = 0; start < keys.length; start += 20)
      await Promise.all(keys.slice(start, start + 20).map((key) => store.put(key, Buffer.from('x'))));
    expect(await listKeys(store)).toEqual(keys);
  });

  test('that has no conditional writes gets plain ones', async () => {
    const conditions: boolean[] = [];
    await using stub = await startStub((request, response) => {
      const isConditional = request.headers['if-none-match'] !== undefined;
      conditions.push(isConditional);
      request.resume().on('end', () => response.writeHead(isConditional ? 501 : 200).end());
    });
    using store = openS3Store({ ...s3.settings, endpoint: stub.endpoint });
    const write = (): Promise<void> => store.put(newKey(), Buffer.from('x'));
    await Promise.all([write(), write(), write()]);
    expect(conditions.filter((each) => !each)).toHaveLength(3);
    await write();
    expect(conditions.at(-1)).toBe(false);
  });

  test.each([
    ['key', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    ['bucket', { bucket: 'missing' }, 'NoSuchBucket'],
  ])('refuses a wrong %s for good', async (_, wrong, code) => {
    using store = openS3Store({ ...s3.settings, ...wrong });
    for (const error of await failures(store)) {
      expect(error).toBeInstanceOf(ObjectStoreError);
      expect(error).toMatchObject({ isRefusal: true, message: expect.stringContaining(code) as string });
    }
  });

  test('that is away or silent gives an error in time, and works again afterwards', async () => {
    using store = openS3Store({ ...s3.settings, timeout: 3 });
    const key = newKey();
    await store.put(key, Buffer.from('kept'));
    for (const way of ['broken', 'silent'] as const) {
      s3.setWay(way);
      const started = performance.now();
      for (const error of await failures(store)) {
        expect(error).toBeInstanceOf(ObjectStoreError);
        expect(error).toMatchObject({ isRefusal: false });
      }
      // More than four times the timeout: the machine may stall.
      expect(performance.now() - started).toBeLessThan(15_000);
      s3.setWay('open');
      expect(String(await store.read(key))).toBe('kept');
    }
  });

  test('keeps nothing of an upload that was cut', async () => {
    using store = openS3Store(s3.settings);
    const key = newKey();
    const sent = store.put(key, Buffer.alloc(30_000_000));
    setTimeout(() => s3.setWay('broken'), 5);
    await expect(sent).rejects.toThrow(ObjectStoreError);
    s3.setWay('open');
    expect(await listKeys(store)).not.toContain(key);
  });

  test('that stops in the middle of an object ends the stream with an error; a slow reader is no reason', async () => {
    using patient = openS3Store(s3.settings);
    using store = openS3Store({ ...s3.settings, timeout: 3 });
    const key = newKey();
    await patient.put(key, Buffer.alloc(30_000_000));
    const opened = await store.open(key);
    const chunks = opened!.content[Symbol.asyncIterator]();
    await chunks.next();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await chunks.next()).done).toBe(false);
    s3.setWay('silent');
    const rest = (async () => {
      while (!(await chunks.next()).done);
    })();
    await expect(rest).rejects.toThrow(ObjectStoreError);
    s3.setWay('open');
  });
});
