import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../backend/backup/restore.ts';
import { withStoredBackup } from '../backend/backup/store.ts';
import { findInstallation } from '../backend/config/config.ts';
import { readEnvironment } from '../backend/config/env.ts';
import { OperatorError } from '../backend/util/operator-error.ts';
import { runCommand } from './command.ts';

const usage = `npm run restore -- <archive>      a file
npm run restore -- s3:<archive>   from the store of BACKUP_S3_ENDPOINT
npm run restore -- --latest       the newest one of that store

Restores a backup into an empty DATA_DIR (and an empty database of DATABASE_URL), with the server stopped.`;

/** What follows `s3:` names a backup in the store. */
const stored = 's3:';

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { latest: { type: 'boolean', default: false } },
  });
  const [path] = positionals;
  if ((path === undefined) !== values.latest) throw new OperatorError(usage);
  const installation = findInstallation(readEnvironment());
  const restore = (archive: string) => restoreBackup(installation, resolve(archive));
  const restoreStored = (name: string | undefined) => {
    if (installation.backupStore) return withStoredBackup(installation.backupStore, name, restore);
    throw new OperatorError('Set BACKUP_S3_ENDPOINT and the settings beside it, as for the server.');
  };
  const { createdAt, rows, files } =
    path === undefined || path.startsWith(stored)
      ? await restoreStored(path?.slice(stored.length))
      : await restore(path);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  console.log(
    `The backup of ${createdAt} is restored: ${total} rows, ${files} files. You can start the server.`,
  );
});
