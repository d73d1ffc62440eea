import type { ServerType } from '@hono/node-server';
import { createApp } from '../backend/app.ts';
import { UnfinishedRestoreError } from '../backend/backup/staging.ts';
import { ConfigError, loadConfig } from '../backend/config/config.ts';
import { readEnvironment } from '../backend/config/env.ts';
import { ProjectFolderError } from '../backend/config/project-folder.ts';
import { createContext, type Context } from '../backend/context.ts';
import { NoBinariesError } from '../backend/db/binaries.ts';
import { DatabaseRightsError } from '../backend/db/check-rights.ts';
import { DatabaseUrlError } from '../backend/db/check-url.ts';
import { DatabaseStartError } from '../backend/db/embedded.ts';
import { DataFolderInUseError, ForeignDataFolderError } from '../backend/db/lock.ts';
import { MigrationError } from '../backend/db/migrate.ts';
import { SeedError } from '../backend/db/seed.ts';
import { TransactionPoolingError } from '../backend/db/pooling.ts';
import { prepareDraining } from '../backend/http/drain.ts';
import { listen } from '../backend/http/listen.ts';
import { checkHost, checkPort, explainPort, PortError } from '../backend/http/port.ts';
import { attachRealtime } from '../backend/realtime/index.ts';
import { scheduleRetention } from '../backend/retention/schedule.ts';
import { scheduleSweep } from '../backend/storage/sweep.ts';
import { startWatchdog } from '../backend/telemetry/watchdog.ts';

/** Failures whose message is written for the operator; anything else is a defect and shows its stack. */
const explained = [
  ConfigError,
  DataFolderInUseError,
  DatabaseRightsError,
  DatabaseStartError,
  DatabaseUrlError,
  ForeignDataFolderError,
  TransactionPoolingError,
  MigrationError,
  NoBinariesError,
  PortError,
  ProjectFolderError,
  SeedError,
  UnfinishedRestoreError,
];

async function hasAdministrator(context: Context): Promise<boolean> {
  const rows = await context.db.query(
    `select from auth.users where raw_app_meta_data ->> 'role' = 'admin' limit 1`,
  );
  return rows.length > 0;
}

async function openPort(context: Context): Promise<ServerType> {
  const app = await createApp(context);
  const { host, port } = context.config;
  return listen(app.fetch, host, port).catch((error: Error) =>
    Promise.reject(explainPort(error, host, port)),
  );
}

/**
 * A signal is heard from the start on, and a second one does not cut the clean end that the first one asked for. A
 * terminal that is closed sends SIGHUP, and what is printed afterwards has nowhere to go.
 */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  });
}

async function main(): Promise<void> {
  const signal = untilSignal();
  await using stack = new AsyncDisposableStack();
  const config = await loadConfig(readEnvironment());
  await checkHost(config.host);
  const beforeDatabase = (): Promise<void> => checkPort(config.host, config.port);
  const context = stack.use(await createContext(config, { beforeDatabase }));
  const server = await openPort(context);
  stack.defer(prepareDraining(server));
  stack.use(await attachRealtime(server, context));
  stack.use(scheduleRetention(context));
  stack.use(scheduleSweep(context));
  stack.use(startWatchdog(context.log));
  const lines = [`${context.config.page.brandName} is ready: ${context.config.publicUrl}`];
  if (!(await hasAdministrator(context)))
    lines.push('There is no administrator yet. Make one with: npm run admin -- you@example.com');
  console.log(`\n  ${lines.join('\n\n  ')}\n`);

  await signal;
}

try {
  await main();
} catch (error) {
  const message = explained.some((kind) => error instanceof kind) ? (error as Error).message : error;
  console.error(message);
  process.exitCode = 1;
}
