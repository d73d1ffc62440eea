import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBackup } from '../backend/backup/create.ts';
import { reachDatabase } from '../backend/backup/reach.ts';
import { nextBackupPath } from '../backend/backup/folder.ts';
import { findInstallation } from '../backend/config/config.ts';
import { readEnvironment } from '../backend/config/env.ts';
import { productName } from '../server/product.ts';
import { runCommand } from './command.ts';

/** `npm run backup [-- <file>]`: database, photos and keys into one archive, while the server runs or not. */
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const installation = findInstallation(readEnvironment());
  const path = positionals[0]
    ? resolve(positionals[0])
    : nextBackupPath(installation.dataDir, productName, new Date());
  await using db = await reachDatabase(installation);
  const { size, rows, files, missingFiles } = await createBackup(db, installation, path);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const megabytes = (size / 1024 / 1024).toFixed(1);
  console.log(
    `${path}: ${total} rows, ${files} files, ${megabytes} MiB, read back without errors. Only you should be able to read it.`,
  );
  if (missingFiles > 0) console.error(`${missingFiles} stored objects have no bytes.`);
});
