import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../backend/backup/restore.ts';
import { withStoredBackup } from '../backend/backup/store.ts';
import { findInstallation, type Installation } from '../backend/config/config.ts';
import { readEnvironment } from '../backend/config/env.ts';
import { OperatorError } from '../backend/util/operator-error.ts';
import { restoreAt } from '../backend/wal/restore.ts';
import { runCommand } from './command.ts';

const usage = `npm run restore -- <archive>      a file
npm run restore -- s3:<archive>   from the store of BACKUP_S3_ENDPOINT
npm run restore -- --latest       the newest one of that store
npm run restore -- --at <time>    the built-in database as it was at 2026-11-23T12:00:00Z, from that store's WAL; latest: its end

Restores a backup into an empty DATA_DIR (and an empty database of DATABASE_URL), with the server stopped.`;

/** `s3:` is followed by the name of a backup in the store. */
const stored = 's3:';

function storeOf({ backupStore }: Installation) {
  if (backupStore) return backupStore;
  throw new OperatorError('Set BACKUP_S3_ENDPOINT and the settings beside it, as for the server.');
}

async function restorePoint(installation: Installation, at: string): Promise<string> {
  const moment = at === 'latest' ? at : new Date(at);
  if (moment !== 'latest' && Number.isNaN(moment.getTime()))
    throw new OperatorError(`“${at}” is no time. Write it as 2026-11-23T12:00:00Z.`);
  const { base, lastTransaction, files, missingFiles } = await restoreAt(
    installation,
    storeOf(installation),
    moment,
  );
  if (missingFiles > 0) console.error(`${missingFiles} stored objects have no bytes.`);
  return `The base backup of ${base.toISOString()} is restored with its WAL, up to the transaction of ${(lastTransaction ?? base).toISOString()}: ${files} files.`;
}

async function restoreArchive(installation: Installation, path: string | undefined): Promise<string> {
  const restore = (archive: string) => restoreBackup(installation, resolve(archive));
  const { createdAt, rows, files } =
    path === undefined || path.startsWith(stored)
      ? await withStoredBackup(storeOf(installation), path?.slice(stored.length), restore)
      : await restore(path);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `The backup of ${createdAt} is restored: ${total} rows, ${files} files.`;
}

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { latest: { type: 'boolean', default: false }, at: { type: 'string' } },
  });
  const [path] = positionals;
  const wanted = [path !== undefined, values.latest, values.at !== undefined].filter(Boolean);
  if (wanted.length !== 1) throw new OperatorError(usage);
  const installation = findInstallation(readEnvironment());
  const done =
    values.at === undefined
      ? await restoreArchive(installation, path)
      : await restorePoint(installation, values.at);
  console.log(`${done} You can start the server.`);
});
