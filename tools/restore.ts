import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../backend/backup/restore.ts';
import { findInstallation } from '../backend/config/config.ts';
import { readEnvironment } from '../backend/config/env.ts';
import { runCommand } from './command.ts';

const usage = `npm run restore -- <archive>

Restores a backup into an empty DATA_DIR (and an empty database of DATABASE_URL), with the server stopped.`;

await runCommand(async () => {
  const [path] = parseArgs({ allowPositionals: true }).positionals;
  if (!path) throw new Error(usage);
  const installation = findInstallation(readEnvironment());
  const { createdAt, rows, files } = await restoreBackup(installation, resolve(path));
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  console.log(
    `The backup of ${createdAt} is restored: ${total} rows, ${files} files. You can start the server.`,
  );
});
