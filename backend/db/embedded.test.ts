import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';

test('its log names a connection that somebody ended, and not those that are open when the database stops', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-embedded-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const database = stack.use(await startEmbeddedPostgres(folder, (line) => lines.push(line)));
  const connect = async () => {
    const client = new pg.Client(database.connection);
    client.on('error', () => {});
    const end = new Promise<void>((resolve) => client.once('end', resolve));
    await client.connect();
    return { client, end };
  };
  const [ended, open] = [await connect(), await connect()];
  await open.client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where backend_type = $1 and pid <> pg_backend_pid()',
    ['client backend'],
  );
  await ended.end;
  await database[Symbol.asyncDispose]();
  await open.end;
  expect(lines).toEqual([expect.stringContaining('terminating connection due to administrator command')]);
});
