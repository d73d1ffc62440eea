import type { BlobStore } from './blobs.ts';
import { StorageError } from '../errors.ts';
import type { StoredObject } from './objects.ts';

/**
 * All bytes of an object, for work that cannot be done on a stream. Callers bound how many do so at once.
 * @throws StorageError NoSuchKey when the bytes are gone
 */
export async function readWhole(blobs: BlobStore, object: StoredObject): Promise<Buffer<ArrayBuffer>> {
  const { size } = object.metadata;
  if (size === 0) return Buffer.alloc(0);
  const content = await blobs.read(object.version, size, { start: 0, end: size - 1 });
  if (!content) throw new StorageError('NoSuchKey');
  return Buffer.from(await new Response(content).arrayBuffer());
}
