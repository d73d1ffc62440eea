import { loadConfig } from '../backend/config/config.ts';
import { readEnvironment } from '../backend/config/env.ts';
import { importProject } from '../backend/hosted/import.ts';
import { openForImport, openHosted } from '../backend/hosted/open.ts';
import { runCommand } from './command.ts';
import { printMove, readMove } from './moving.ts';

const usage = `npm run import -- --from <database url> --url https://<ref>.supabase.co --key <secret key>

Brings accounts, rows and files of a hosted Supabase project into this installation (DATA_DIR, or DATABASE_URL), which must
hold no accounts yet; its server must be stopped. The project is only read.

  --from  connection string of the project's database, as the account postgres (or HOSTED_DATABASE_URL)
  --url   address of the project's API (or HOSTED_URL)
  --key   a secret key of the project, for its files (or HOSTED_SECRET_KEY)

See docs/hosted.md.`;

await runCommand(async () => {
  const { databaseUrl, api } = readMove('from', usage);
  await using stack = new AsyncDisposableStack();
  const config = await loadConfig(readEnvironment());
  const hosted = stack.use(await openHosted('--from', databaseUrl));
  const imported = await importProject(hosted, await openForImport(config, stack), api);
  printMove(imported);
  if (imported.lostPasswords.length > 0)
    console.log(
      `These accounts need a new password, by “Forgot your password?”, because its hash is of an unknown kind: ${imported.lostPasswords.join(', ')}`,
    );
  console.log('The project is imported. You can start the server; everybody signs in again.');
});
