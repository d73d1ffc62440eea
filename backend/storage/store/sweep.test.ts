import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFileStore } from '../../object-store/files.ts';
import { blobKey, type ObjectStore } from '../../object-store/object-store.ts';
import { openS3Store } from '../../object-store/s3.ts';
import { listKeys, startS3 } from '../../testing/object-store.ts';
import { SuspiciousSweepError, sweepStore } from './sweep.ts';

interface Place {
  readonly store: ObjectStore;
  /** Makes objects two hours old. */
  makeOld(keys: readonly string[]): Promise<void>;
}

async function inFolder(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-sweep-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const time = new Date(Date.now() - 2 * 60 * 60_000);
  return {
    store: openFileStore(folder),
    async makeOld(keys) {
      for (const key of keys) await utimes(join(folder, key), time, time);
    },
  };
}

async function inBucket(): Promise<Place> {
  const s3 = await startS3();
  onTestFinished(() => s3[Symbol.asyncDispose]());
  return { store: openS3Store(s3.settings), makeOld: (keys) => s3.makeOld(keys) };
}

const nobodyKnows = async (): Promise<string[]> => [];

async function put(store: ObjectStore, count: number): Promise<readonly string[]> {
  const versions = Array.from({ length: count }, () => randomUUID() as string);
  for (const version of versions) await store.put(blobKey(version), Buffer.from('photo'));
  return versions;
}

describe.each([
  ['files', inFolder],
  ['an S3 store', inBucket],
])('the sweep of %s', (_, open) => {
  test('A13 removes bytes without a row, and keeps those with one', async () => {
    const { store, makeOld } = await open();
    const [kept = '', orphan = ''] = await put(store, 2);
    await makeOld([blobKey(kept), blobKey(orphan)]);
    expect(await sweepStore(store, async () => [kept])).toBe(1);
    expect(await listKeys(store)).toEqual([blobKey(kept)]);
  });

  test('keeps what a process may be uploading, and what is not ours', async () => {
    const { store, makeOld } = await open();
    const [version = '', young = ''] = await put(store, 2);
    const foreign = 'objects/notes.txt';
    await store.put(foreign, Buffer.from('of somebody else'));
    expect(await sweepStore(store, nobodyKnows)).toBe(0);
    await makeOld([blobKey(version), foreign]);
    expect(await sweepStore(store, nobodyKnows)).toBe(1);
    expect(await listKeys(store)).toEqual([blobKey(young), foreign].sort());
  });

  test('removes nothing if the database looks like another one', async () => {
    const { store, makeOld } = await open();
    const versions = await put(store, 30);
    await makeOld(versions.map(blobKey));
    await expect(sweepStore(store, nobodyKnows)).rejects.toThrow(SuspiciousSweepError);
    expect(await listKeys(store)).toHaveLength(30);
  });

  test('accepts an empty store', async () => {
    const { store } = await open();
    expect(await sweepStore(store, nobodyKnows)).toBe(0);
  });
});

test('A13 the sweep of files removes the partial files that a crash left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-sweep-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = openFileStore(folder);
  await put(store, 1);
  const half = join(folder, 'objects', `${randomUUID()}.${randomUUID()}.part`);
  await writeFile(half, 'half');
  const time = new Date(Date.now() - 2 * 60 * 60_000);
  await utimes(half, time, time);
  expect(await sweepStore(store, nobodyKnows)).toBe(1);
  expect(await readdir(join(folder, 'objects'))).toHaveLength(1);
});
