import { loadConfig } from '../backend/config/config.ts';
import { readEnvironment } from '../backend/config/env.ts';
import { exportProject } from '../backend/hosted/export.ts';
import { openForExport, openHosted } from '../backend/hosted/open.ts';
import { runCommand } from './command.ts';
import { printMove, readMove } from './moving.ts';

const usage = `npm run export -- --to <database url> --url https://<ref>.supabase.co --key <secret key>

Brings accounts, rows and files of this installation (DATA_DIR, or DATABASE_URL) to a hosted Supabase project, which “npm run
hosted” has set up without --admin. This installation is only read.

  --to    connection string of the project's database, as the account postgres (or HOSTED_DATABASE_URL)
  --url   address of the project's API (or HOSTED_URL)
  --key   a secret key of the project, for its files (or HOSTED_SECRET_KEY)

See docs/hosted.md.`;

await runCommand(async () => {
  const { databaseUrl, api } = readMove('to', usage);
  await using stack = new AsyncDisposableStack();
  const config = await loadConfig(readEnvironment());
  const hosted = stack.use(await openHosted('--to', databaseUrl));
  printMove(await exportProject(await openForExport(config, stack), hosted, api));
  console.log('The project holds everything now. Publish the static build; everybody signs in again.');
});
