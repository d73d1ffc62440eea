import { createCache } from '../../util/cache.ts';
import type { ObjectAddress } from './keys.ts';
import type { PublicObject } from './objects.ts';

/** A change without a notification, as of a row's metadata by SQL, is served after this time. */
const maxAgeMs = 2_000;
/** At about 0.5 KB each: 2 MB. */
const maxRows = 4_096;

interface Row {
  readonly row: PublicObject;
  readonly readAt: number;
}

/**
 * Caches the rows of objects in public buckets, so that a photo whose bytes are in memory needs no round trip.
 * @param read reads a row that is not cached; missing objects are read each time
 */
export function createPublicRows(read: (address: ObjectAddress) => Promise<PublicObject>) {
  const rows = createCache<Row>({ maxSize: maxRows });
  let changes = 0;
  return {
    /** Finds the object that everyone may see at an address. */
    async find(address: ObjectAddress): Promise<PublicObject> {
      const id = JSON.stringify([address.bucket, address.key]);
      const readAt = performance.now();
      const cached = rows.get(id);
      if (cached && readAt - cached.readAt < maxAgeMs) return cached.row;
      const before = changes;
      const row = await read(address);
      // A row that was read while something changed may be the old one.
      if (row.object && changes === before) rows.set(id, { row, readAt });
      return row;
    },
    /** Call it after every write, and when another process has written. */
    forget(): void {
      changes += 1;
      rows.clear();
    },
  };
}
