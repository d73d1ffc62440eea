import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Installation } from '../config/config.ts';
import { openDatabase, type Database, type Queryable } from '../db/database.ts';
import { endLeftPostgres, startEmbeddedPostgres } from '../db/embedded.ts';
import { directAddress } from '../db/external.ts';
import { lockDataFolder } from '../db/lock.ts';
import { migrateTo } from '../db/migrate.ts';
import { syncFolder } from '../disk/atomic-file.ts';
import { OperatorError } from '../util/operator-error.ts';
import { ArchiveError, readArchive, readContent, type ArchiveEntry } from './archive.ts';
import { createLoader } from './load.ts';
import { entryNames, type Manifest } from './manifest.ts';
import { stagingFolder, unfinishedRestore } from './staging.ts';
import { verifyArchive, type ArchiveContents } from './verify.ts';

type RestoreSummary = Pick<Manifest, 'createdAt'> & Pick<ArchiveContents, 'rows' | 'files'>;

/** Contents of a data folder; `postgres` comes last, so that no server finds a database without its files. */
const parts = ['secrets.json', 'files', 'postgres'] as const;

async function writeSynced(path: string, content: ArchiveEntry['content']): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of content) await file.writeFile(chunk);
  await file.sync();
}

/** Joins a name of the archive to the folder. @throws OperatorError for names that leave the folder */
function below(folder: string, name: string): string {
  const path = normalize(join(folder, name));
  if (!path.startsWith(folder + sep)) throw new OperatorError(`The archive has a file “${name}”.`);
  return path;
}

type Archive = Pick<ArchiveContents, 'checksum' | 'manifest'> & { readonly path: string };

/** Migrates, then loads rows in the transaction and files into the staging folder. */
async function unpack(
  { path, checksum, manifest }: Archive,
  transaction: Queryable,
  { supabaseDir, dataDir }: Installation,
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
    else if (name.startsWith(entryNames.files)) {
      await writeSynced(below(join(staging, 'files'), name.slice(entryNames.files.length)), content);
      files += 1;
    }
  });
  if (again !== checksum) throw new ArchiveError('it was changed while it was being restored');
  await loader.finish();
  if (files > 0) await syncFolder(join(staging, 'files', 'objects'));
  return { createdAt: manifest.createdAt, rows: loader.rows, files };
}

/** Moves the parts from the staging folder to their places. */
async function place(dataDir: string): Promise<void> {
  for (const part of parts) {
    const staged = join(stagingFolder(dataDir), part);
    if (existsSync(staged)) await rename(staged, join(dataDir, part));
  }
  await syncFolder(dataDir);
}

async function finish(dataDir: string): Promise<void> {
  await rm(stagingFolder(dataDir), { recursive: true });
  await syncFolder(dataDir);
}

/** Removes restored parts from the data folder, which was empty before the first attempt. */
async function clear(dataDir: string): Promise<void> {
  for (const part of parts)
    for (const folder of [dataDir, stagingFolder(dataDir)])
      await rm(join(folder, part), { recursive: true, force: true });
}

/** Undoes a failed restore, so that servers can start again. */
async function abandon(dataDir: string): Promise<void> {
  await clear(dataDir);
  await finish(dataDir);
}

async function isEmpty(db: Queryable): Promise<boolean> {
  const rows = await db.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  return rows.length === 0;
}

async function unpackEmbedded(archive: Archive, installation: Installation): Promise<RestoreSummary> {
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
async function restoreEmbedded(archive: Archive, installation: Installation, begin: () => Promise<void>) {
  await begin();
  try {
    const summary = await unpackEmbedded(archive, installation);
    await place(installation.dataDir);
    return summary;
  } catch (error) {
    await abandon(installation.dataDir);
    throw error;
  }
}

/** Moves files to their places before the commit: no row of an external database names a missing file. */
async function restoreInto(db: Database, archive: Archive, installation: Installation) {
  const summary = await db.transaction(async (transaction) => {
    try {
      const unpacked = await unpack(archive, transaction, installation);
      await place(installation.dataDir);
      return unpacked;
    } catch (error) {
      // The rows are certainly rolled back here. When the commit itself fails they may exist, and the files stay.
      await abandon(installation.dataDir);
      throw error;
    }
  });
  await db.query('analyze');
  return summary;
}

async function restoreExternal(
  archive: Archive,
  installation: Installation,
  begin: () => Promise<void>,
  before: string | undefined,
): Promise<RestoreSummary> {
  const access = { connectionString: directAddress(installation) };
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
 * A failed restore leaves nothing behind. After a killed restore no server starts on the folder, and running the restore
 * again begins anew.
 * @throws ArchiveError when the archive is damaged; OperatorError
 */
export async function restoreBackup(installation: Installation, path: string): Promise<RestoreSummary> {
  try {
    return await restoreChecked(installation, { path, ...(await verifyArchive(path)) });
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new ArchiveError(
      `${path} is damaged, or not a backup of this server (${error.message}). Nothing was restored.`,
    );
  }
}

async function restoreChecked(installation: Installation, archive: Archive): Promise<RestoreSummary> {
  const { dataDir, databaseUrl } = installation;
  using _lock = await lockDataFolder(dataDir, 'npm run restore');
  const before = await unfinishedRestore(dataDir);
  if (before === undefined)
    for (const part of parts)
      if (existsSync(join(dataDir, part)))
        throw new OperatorError(`${dataDir} is not empty: it holds “${part}”. Restore into an empty folder.`);
  const begin = async (): Promise<void> => {
    await mkdir(stagingFolder(dataDir), { recursive: true, mode: 0o700 });
    await endLeftPostgres(stagingFolder(dataDir), () => {});
    await clear(dataDir);
    await writeFile(join(stagingFolder(dataDir), 'archive'), archive.checksum, { mode: 0o600, flush: true });
    await syncFolder(dataDir);
  };
  const summary =
    databaseUrl === undefined
      ? await restoreEmbedded(archive, installation, begin)
      : await restoreExternal(archive, installation, begin, before);
  await finish(dataDir);
  return summary;
}
