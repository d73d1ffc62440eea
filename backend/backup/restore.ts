import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Installation } from '../config/config.ts';
import { openDatabase, type Database, type Queryable } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { reachDirect } from '../db/external.ts';
import { lockDataFolder } from '../db/lock.ts';
import { migrateTo } from '../db/migrate.ts';
import { syncFolder } from '../disk/atomic-file.ts';
import { isDiskFull } from '../disk/file-errors.ts';
import { refuseClaimed } from '../object-store/claim.ts';
import { blobKey, versionOf, type ObjectStore } from '../object-store/object-store.ts';
import { openObjectStore } from '../object-store/open.ts';
import { OperatorError } from '../util/operator-error.ts';
import { ArchiveError, readArchive, readContent, type ArchiveEntry } from './archive.ts';
import { createLoader } from './load.ts';
import { entryNames, type Manifest } from './manifest.ts';
import {
  abandonRestore,
  beginRestore,
  finishRestore,
  placeParts,
  refuseHeldFolder,
  stagingFolder,
  unfinishedRestore,
} from './staging.ts';
import { verifyArchive, type ArchiveContents } from './verify.ts';

type RestoreSummary = Pick<Manifest, 'createdAt'> & Pick<ArchiveContents, 'rows' | 'files'>;

async function writeSynced(path: string, content: ArchiveEntry['content']): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of content) await file.writeFile(chunk);
  await file.sync();
}

type Archive = Pick<ArchiveContents, 'checksum' | 'manifest' | 'namedFiles'> & { readonly path: string };

interface Target extends Installation {
  /** The S3 store of the settings; undefined when files go into the data folder. */
  readonly objects: ObjectStore | undefined;
}

/**
 * Migrates, then loads rows in the transaction, and files into the staging folder or the S3 store. A backup also copies files
 * that lost their row before its snapshot; they stay in the archive.
 */
async function unpack(
  { path, checksum, manifest, namedFiles }: Archive,
  transaction: Queryable,
  { supabaseDir, dataDir, objects }: Target,
): Promise<RestoreSummary> {
  const staging = stagingFolder(dataDir);
  const query = transaction.query.bind(transaction);
  await migrateTo({ query, transaction: (work) => work(transaction) }, supabaseDir, manifest.migrations);
  const loader = await createLoader(transaction, manifest);
  let files = 0;
  const again = await readArchive(path, async (entry) => {
    const { name, content } = entry;
    if (name === entryNames.secrets) await writeSynced(join(staging, 'secrets.json'), content);
    else if (name.startsWith(entryNames.rows)) await loader.load(name, await readContent(entry));
    else if (namedFiles.has(name)) {
      const key = name.slice(entryNames.files.length);
      if (objects) await objects.put(blobKey(versionOf(key)), await readContent(entry));
      else await writeSynced(join(staging, 'files', blobKey(versionOf(key))), content);
      files += 1;
    }
  });
  if (again !== checksum) throw new ArchiveError('it was changed while it was being restored');
  await loader.finish();
  if (files > 0 && !objects) await syncFolder(join(staging, 'files', 'objects'));
  return { createdAt: manifest.createdAt, rows: loader.rows, files };
}

async function isEmpty(db: Queryable): Promise<boolean> {
  const rows = await db.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  return rows.length === 0;
}

async function unpackEmbedded(archive: Archive, installation: Target): Promise<RestoreSummary> {
  await using stack = new AsyncDisposableStack();
  const { connection } = stack.use(
    await startEmbeddedPostgres(stagingFolder(installation.dataDir), () => {}),
  );
  const db = stack.use(openDatabase({ owner: connection, caller: connection, onError: () => {} }));
  const summary = await db.transaction((transaction) => unpack(archive, transaction, installation));
  await db.query('analyze');
  return summary;
}

/** Restores the built-in database in the staging folder, and moves it as a whole. */
async function restoreEmbedded(archive: Archive, installation: Target, begin: () => Promise<void>) {
  await begin();
  try {
    const summary = await unpackEmbedded(archive, installation);
    await placeParts(installation.dataDir);
    return summary;
  } catch (error) {
    await abandonRestore(installation.dataDir);
    throw error;
  }
}

/** Moves files to their places before the commit: no row of an external database names a missing file. */
async function restoreInto(db: Database, archive: Archive, installation: Target) {
  const summary = await db.transaction(async (transaction) => {
    try {
      const unpacked = await unpack(archive, transaction, installation);
      await placeParts(installation.dataDir);
      return unpacked;
    } catch (error) {
      // The rows are certainly rolled back here. When the commit itself fails they may exist, and the files stay.
      await abandonRestore(installation.dataDir);
      throw error;
    }
  });
  await db.query('analyze');
  return summary;
}

async function restoreExternal(
  archive: Archive,
  installation: Target,
  begin: () => Promise<void>,
  before: string | undefined,
  access: ClientConfig,
): Promise<RestoreSummary> {
  await using db = openDatabase({ owner: access, caller: access, onError: () => {} });
  if (await isEmpty(db)) {
    await begin();
    return await restoreInto(db, archive, installation);
  }
  // The database was empty when the unfinished restore began, so that restore committed it.
  if (before !== archive.checksum)
    throw new OperatorError('The database of DATABASE_URL is not empty. Restore into an empty one.');
  return { createdAt: archive.manifest.createdAt, rows: {}, files: 0 };
}

/**
 * Restores an archive into an empty data folder, and with `databaseUrl` into an empty database. The database gets the
 * migrations of the archive; the server's next start applies newer ones.
 *
 * A failed restore leaves nothing behind but objects in an S3 store, which the next restore finds there or a sweep removes. After a killed restore no server starts on the folder, and running the restore
 * again begins anew.
 * @throws ArchiveError when the archive is damaged; OperatorError, also when the S3 store is another database's
 */
export async function restoreBackup(installation: Installation, path: string): Promise<RestoreSummary> {
  try {
    return await restoreChecked(installation, { path, ...(await verifyArchive(path)) });
  } catch (error) {
    if (isDiskFull(error))
      throw new OperatorError(
        `The disk is full: the database or the photos of ${path} do not fit. Nothing was restored. Make room, and run this again.`,
      );
    if (!(error instanceof ArchiveError)) throw error;
    throw new ArchiveError(
      `${path} is damaged, or not a backup of this server (${error.message}). Nothing was restored.`,
    );
  }
}

async function restoreChecked(installation: Installation, archive: Archive): Promise<RestoreSummary> {
  const { dataDir } = installation;
  const external = await reachDirect(installation);
  using _lock = await lockDataFolder(dataDir, 'npm run restore');
  using objects = installation.objectStore && openObjectStore(installation);
  if (objects) await refuseClaimed(objects);
  const target = { ...installation, objects };
  const before = await unfinishedRestore(dataDir);
  await refuseHeldFolder(dataDir);
  const begin = (): Promise<void> => beginRestore(dataDir, archive.checksum);
  const summary =
    external === undefined
      ? await restoreEmbedded(archive, target, begin)
      : await restoreExternal(archive, target, begin, before, external);
  await finishRestore(dataDir);
  return summary;
}
