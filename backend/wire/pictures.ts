import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll } from 'vitest';
import { must, service } from './people.ts';

/** A picture of one colour. */
export function picture(width = 40, height = 30): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#b5622e' } as const;
  return sharp({ create }).jpeg().toBuffer();
}

/** A bucket of the file's own, deleted with what is in it when the file is done. */
export async function newBucket(
  options: { public: boolean; fileSizeLimit?: string; allowedMimeTypes?: string[] } = { public: false },
): Promise<string> {
  const id = `wire-${randomBytes(6).toString('hex')}`;
  must(await service.storage.createBucket(id, options));
  afterAll(async () => {
    await service.storage.emptyBucket(id);
    await service.storage.deleteBucket(id);
  });
  return id;
}
