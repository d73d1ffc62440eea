import { mkdir, statfs } from 'node:fs/promises';
import type { Logger } from 'pino';

/** Free space on the disk of a folder. */
export interface Space {
  /**
   * Whether there is room for a write. Asks the system at most four times a second.
   * @param need `little` for requests that write little or delete: they work until a quarter of the limit is left
   */
  hasRoom(need?: 'usual' | 'little'): Promise<boolean>;
  /** In bytes; undefined without a folder. */
  free(): Promise<number | undefined>;
}

/** The space of a server that keeps nothing on a disk. */
export const unlimitedSpace: Space = { hasRoom: async () => true, free: async () => undefined };

const pollIntervalMs = 250;
const littlePart = 4;
/** Writes resume above this multiple of the limit, so that they do not flicker. */
const comfort = 1.1;

/**
 * Watches the disk of `folder`. Below `limit` bytes the backend rejects writes, so that the database always has room for
 * its own files: see docs/decisions/disk-full.md.
 * @param limit 0: never
 */
export function createSpace(folder: string, limit: number, log: Logger): Space {
  let last: { readonly at: number; readonly free: Promise<number> } | undefined;
  let isLow = false;

  async function poll(): Promise<number> {
    await mkdir(folder, { recursive: true });
    const { bavail, bsize } = await statfs(folder);
    const bytes = bavail * bsize;
    const freeMegabytes = Math.floor(bytes / 1024 / 1024);
    if (!isLow && bytes < limit) {
      isLow = true;
      log.error({ freeMegabytes, folder }, 'the disk is almost full: writes are refused, reads go on');
    } else if (isLow && bytes >= limit * comfort) {
      isLow = false;
      log.warn({ freeMegabytes, folder }, 'there is space on the disk again: writes go on');
    }
    return bytes;
  }

  function free(): Promise<number> {
    if (!last || performance.now() - last.at > pollIntervalMs) last = { at: performance.now(), free: poll() };
    return last.free;
  }

  return {
    free,
    async hasRoom(need = 'usual') {
      if (limit === 0) return true;
      const bytes = await free();
      return need === 'usual' ? !isLow : bytes >= limit / littlePart;
    },
  };
}
