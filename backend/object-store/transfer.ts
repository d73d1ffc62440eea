import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { ObjectStoreError, type ObjectStore } from './object-store.ts';
import type { S3Store } from './s3.ts';

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Stores a file and reads it back; an object that differs is deleted. Memory is bounded.
 * @throws ObjectStoreError
 */
export async function uploadFile(store: S3Store, key: string, path: string): Promise<void> {
  const [{ size }, sha256] = [await stat(path), await hashOf(createReadStream(path))];
  await store.putFile(key, { path, size }, sha256);
  const stored = await store.open(key);
  if (stored && (await hashOf(stored.content)) === sha256) return;
  await store.delete(key);
  throw new ObjectStoreError(`${store.place} did not keep ${key} as it was written. It was removed.`);
}

/**
 * Writes an object into a new file, which only its owner can read.
 * @returns false when there is no such object
 * @throws ObjectStoreError
 */
export async function downloadFile(store: ObjectStore, key: string, path: string): Promise<boolean> {
  const found = await store.open(key);
  if (!found) return false;
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of found.content) await file.writeFile(chunk);
  await file.sync();
  return true;
}
