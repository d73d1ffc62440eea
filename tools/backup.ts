import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBackup } from '../backend/backup/create.ts';
import { reachDatabase } from '../backend/backup/reach.ts';
import { openBackupPlace } from '../backend/backup/choose.ts';
import { archiveName } from '../backend/backup/names.ts';
import { findInstallation } from '../backend/config/config.ts';
import { readEnvironment } from '../backend/config/env.ts';
import { productName } from '../server/product.ts';
import { runCommand } from './command.ts';

/**
 * `npm run backup [-- <file>]`: database, photos and keys into one archive, while the server runs or not. Without a file it
 * goes where the server's own backups go.
 */
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const installation = findInstallation(readEnvironment());
  await using db = await reachDatabase(installation);
  const write = (archive: string) => createBackup(db, installation, archive);
  using place = positionals[0] ? undefined : openBackupPlace(installation);
  await place?.claim(db);
  const path = resolve(positionals[0] ?? '');
  const made = place
    ? await place.keep(archiveName(productName, new Date()), write)
    : { ...(await write(path)), path };
  const { size, rows, files, missingFiles } = made;
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const megabytes = (size / 1024 / 1024).toFixed(1);
  console.log(
    `${made.path}: ${total} rows, ${files} files, ${megabytes} MiB, read back without errors. Only you should be able to read it.`,
  );
  if (missingFiles > 0) console.error(`${missingFiles} stored objects have no bytes.`);
});
