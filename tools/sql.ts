import { parseArgs } from 'node:util';
import pg from 'pg';
import { reachConnection } from '../backend/backup/reach.ts';
import { findInstallation } from '../backend/config/config.ts';
import { readEnvironment } from '../backend/config/env.ts';
import { runCommand } from './command.ts';

const usage = `npm run sql -- '<statement>'

Runs SQL in the database of the installation, as the owner of everything in it: while the server runs, and while it does
not. It prints rows as JSON, one a line; without rows, PostgreSQL's command and the number of rows it touched.`;

await runCommand(async () => {
  const [sql, ...rest] = parseArgs({ allowPositionals: true }).positionals;
  if (!sql || rest.length > 0) throw new Error(usage);
  await using reached = await reachConnection(findInstallation(readEnvironment()));
  const client = new pg.Client(reached.connection);
  await client.connect();
  try {
    // Several statements give several results.
    for (const { command, rowCount, rows } of [await client.query<object>(sql)].flat()) {
      for (const row of rows) console.log(JSON.stringify(row));
      if (rows.length === 0) console.log(`${command} ${rowCount ?? ''}`.trim());
    }
  } finally {
    await client.end();
  }
});
