import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const expand = promisify(gunzip);

/** PostgreSQL writes 16 MiB; the bound keeps a file that somebody put into the store from filling the memory. */
const maxWalBytes = 64 * 1024 * 1024;

/** The bytes of a WAL file as the archive keeps them: in gzip, whose checksum reveals a damaged one. */
export const compressWal = promisify<Buffer, Buffer>(gzip);

/**
 * The reverse of `compressWal`; undefined when the bytes are damaged. S3 keeps an object whole or not at all, but some
 * stores keep half of one whose upload was cut.
 */
export async function expandWal(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    return await expand(bytes, { maxOutputLength: maxWalBytes });
  } catch {
    return undefined;
  }
}
