import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const expand = promisify(gunzip);

/** The bytes of a WAL file as the archive keeps them: in gzip, whose checksum tells a damaged one. */
export const compressWal = promisify<Buffer, Buffer>(gzip);

/**
 * The reverse of `compressWal`; undefined when the bytes are damaged. S3 keeps an object whole or not at all, but some
 * stores keep half of one whose upload was cut.
 */
export async function expandWal(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    return await expand(bytes);
  } catch {
    return undefined;
  }
}
