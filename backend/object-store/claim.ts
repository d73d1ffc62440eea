import type { Queryable } from '../db/database.ts';
import { OperatorError } from '../util/operator-error.ts';
import type { ObjectStore } from './object-store.ts';

/** The keys of markers: one for each database that uses the place, with its id. */
const markers = 'installations/';

/** The place belongs to another database. */
export class ForeignStoreError extends OperatorError {}

async function listMarkers(store: ObjectStore): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(markers)) keys.push(key);
  return keys;
}

/** Prefixes of the settings by the contents of a store. */
const settings = { objects: 'S3', backups: 'BACKUP_S3' } as const;
type Contents = keyof typeof settings;

function foreignStore({ place }: ObjectStore, marker: string, contents: Contents): ForeignStoreError {
  const name = settings[contents];
  return new ForeignStoreError(
    `Another database keeps its ${contents} in ${place}. Give this one a place of its own with ${name}_BUCKET or ${name}_PREFIX. ` +
      `If that database is gone and this one comes from its backup, delete the object ${marker} and try again.`,
  );
}

/** Refuses a place that any database has claimed. @throws ForeignStoreError; ObjectStoreError */
export async function refuseClaimed(store: ObjectStore): Promise<void> {
  const [marker] = await listMarkers(store);
  if (marker !== undefined) throw foreignStore(store, marker, 'objects');
}

/**
 * Marks the place of a store as this database's own. Two databases in one place would each delete the other's objects, which
 * have no row there, and remove the other's backups as old ones. Each writes a marker under its own key and then looks for
 * others, so of two that start at the same moment at least one sees the other, without a conditional write.
 * @throws ForeignStoreError when the place has the marker of another database; ObjectStoreError
 */
export async function claimStore(
  store: ObjectStore,
  db: Queryable,
  contents: Contents = 'objects',
): Promise<void> {
  const [row] = await db.query<{ id: string }>('select id from platform.installation');
  const own = `${markers}${row?.id}`;
  const isOther = (key: string): boolean => key !== own;
  let present = await listMarkers(store);
  if (present.length === 0) {
    await store.put(own, Buffer.from(`The database with this id keeps its ${contents} here.\n`));
    present = await listMarkers(store);
    if (present.some(isOther)) await store.delete(own);
  }
  const other = present.find(isOther);
  if (other !== undefined) throw foreignStore(store, other, contents);
}
