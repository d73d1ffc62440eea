import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStoreSettings } from '../config/settings.ts';
import { claimStore } from '../object-store/claim.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { openS3Store } from '../object-store/s3.ts';
import { downloadFile, uploadFile } from '../object-store/transfer.ts';
import { OperatorError } from '../util/operator-error.ts';
import { newestFirst, walPrefix } from './names.ts';
import type { BackupPlace, StoredBackup } from './place.ts';

const prefix = 'backups/';

/** A folder of this process alone, for archives that are being written or sent. */
export async function spoolFolder() {
  const path = await mkdtemp(join(tmpdir(), 'backend-backup-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function listStored(store: ObjectStore): Promise<readonly StoredBackup[]> {
  const names: string[] = [];
  for await (const { key } of store.list(prefix)) names.push(key.slice(prefix.length));
  return newestFirst(names);
}

/** The folder `backups/` of an S3-compatible store. Archives pass through the system's temporary folder. */
export function storePlace(settings: ObjectStoreSettings): BackupPlace {
  const store = openS3Store(settings);
  let newest: Date | undefined;
  const list = async (): Promise<readonly StoredBackup[]> => {
    const stored = await listStored(store);
    newest = stored[0]?.madeAt;
    return stored;
  };
  return {
    claim: (db) => claimStore(store, db, 'backups'),
    list,
    newest: async () => newest,
    async keep(name, write) {
      await using spool = await spoolFolder();
      const archive = join(spool.path, name);
      const made = await write(archive);
      await uploadFile(store, `${prefix}${name}`, archive);
      await list();
      return { ...made, path: `${prefix}${name} in ${store.place}` };
    },
    async removeOld(keep) {
      for (const { name } of (await list()).slice(keep)) await store.delete(`${prefix}${name}`);
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

/** Says what there is in place of the wanted backup. */
async function explainMissing(
  store: ObjectStore,
  wanted: string | undefined,
  stored: readonly { readonly name: string }[],
): Promise<string> {
  const missing = wanted === undefined ? 'no backup' : `no backup ${wanted}`;
  const names = stored.length > 0 ? ` It has: ${stored.map(({ name }) => name).join(', ')}.` : '';
  const said = `There is ${missing} under ${prefix} in ${store.place}.${names}`;
  const archived = await store.list(walPrefix)[Symbol.asyncIterator]().next();
  return archived.done
    ? said
    : `${said} The archive of a built-in database is there: npm run restore -- --at latest restores all of it.`;
}

/**
 * Fetches a backup from the store, hands its path to `work`, and removes it from this machine.
 * @param wanted its name; undefined for the newest one
 * @throws OperatorError when the store has none of that name; ObjectStoreError
 */
export async function withStoredBackup<Result>(
  settings: ObjectStoreSettings,
  wanted: string | undefined,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  using store = openS3Store(settings);
  const stored = await listStored(store);
  const found = wanted === undefined ? stored[0] : stored.find(({ name }) => name === wanted);
  if (!found) throw new OperatorError(await explainMissing(store, wanted, stored));
  await using spool = await spoolFolder();
  const path = join(spool.path, found.name);
  if (!(await downloadFile(store, `${prefix}${found.name}`, path)))
    throw new OperatorError(`${store.place} no longer has the backup ${found.name}. Try again.`);
  return await work(path);
}
