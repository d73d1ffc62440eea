import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { ObjectStoreError, type ObjectStore } from './object-store.ts';
import { OperatorError } from '../util/operator-error.ts';
import type { S3Store } from './s3.ts';

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/** S3 takes no more in one request. */
const maxUploadBytes = 5 * 1024 ** 3;

/**
 * Stores a file and reads it back; an object that differs is deleted. Memory is bounded.
 * @throws ObjectStoreError; OperatorError when the file is larger than 5 GiB
 */
export async function uploadFile(store: S3Store, key: string, path: string): Promise<void> {
  const { size } = await stat(path);
  if (size > maxUploadBytes)
    throw new OperatorError(
      `${key} has ${(size / 1024 ** 3).toFixed(1)} GiB, and an S3 store takes 5 GiB in one request. ` +
        'Unset BACKUP_S3_ENDPOINT, so that backups are files of the data folder, or name a file: npm run backup -- <file>.',
    );
  const sha256 = await hashOf(createReadStream(path));
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
