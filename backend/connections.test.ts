import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import { createContext } from './create-context.ts';
import { attachRealtime } from './realtime/index.ts';
import { enforceRetention } from './retention/schedule.ts';
import { sweepFiles } from './storage/store/sweep.ts';
import { club, clubFolder } from './testing/club.ts';
import { startManagedPostgres } from './testing/servers.ts';
import { sendTo } from './testing/send.ts';

/** PostgreSQL allows 100 connections and reserves three for administrators. */
const available = 97;

/** A server with websockets on a database of its own. */
async function startServer(stack: AsyncDisposableStack) {
  const postgres = stack.use(await startManagedPostgres());
  const dataDir = await mkdtemp(join(tmpdir(), 'transfer-connections-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SUPABASE_DIR: clubFolder,
    LOG_LEVEL: 'silent',
    REQUESTS_PER_SECOND: '0',
  };
  const { config, options } = await club.configure(environment, (each) => each);
  const context = stack.use(await createContext(config, options));
  const app = await createApp(context);
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stack.defer(() => void server.close());
  stack.use(await attachRealtime(server, context));
  return { postgres, context, app };
}

test('ten servers on one database fit into its 100 connections, each with one that listens', async () => {
  await using stack = new AsyncDisposableStack();
  const { postgres, context, app } = await startServer(stack);
  const headers = { apikey: context.config.keys.secret, 'content-type': 'application/json' };
  const created = async (): Promise<number> => {
    const email = `${crypto.randomUUID()}@example.com`;
    const init = { method: 'POST', headers, body: JSON.stringify({ email }) };
    return (await sendTo(app, '/auth/v1/admin/users', init)).status;
  };
  const read = async (): Promise<number> =>
    (await sendTo(app, '/rest/v1/walkers?select=id', { headers })).status;
  /** The most connections while the work runs. */
  const mostDuring = async (work: Promise<unknown>): Promise<number> => {
    let most = 0;
    const over = new AbortController();
    const done = work.finally(() => over.abort());
    while (!over.signal.aborted) {
      const [row] = await postgres.administrate<{ count: number }>(
        `select count(*)::int from pg_stat_activity where application_name = 'club'`,
      );
      most = Math.max(most, row!.count);
      await delay(5);
    }
    await done;
    return most;
  };
  const load = async (): Promise<void> => {
    const statuses = await Promise.all(Array.from({ length: 200 }, () => [read(), created()]).flat());
    expect(new Set(statuses)).toEqual(new Set([200]));
  };

  expect(await read()).toBe(200);
  const listening = await postgres.administrate(
    `select from pg_stat_activity where application_name = 'club' and query like 'listen %'`,
  );
  expect(listening).toHaveLength(1);
  const serving = await mostDuring(load());
  const jobs = Promise.all([
    enforceRetention(context, new Date()),
    sweepFiles(context),
    context.backups.runIfDue(),
  ]);
  const withJobs = await mostDuring(Promise.all([load(), jobs]));
  expect(await context.backups.lastSuccess()).toBeInstanceOf(Date);
  // Just started, it still has the connection of its migrations: as many as one that asks whether a job is its turn.
  expect(serving).toBeLessThanOrEqual(9);
  // One process at a time makes a backup, sweeps and deletes.
  expect(9 * serving + withJobs).toBeLessThanOrEqual(available);
});
