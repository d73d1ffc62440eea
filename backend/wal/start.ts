import type { ClientConfig } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { createArchiver } from './archiver.ts';

type Settings = Pick<Config, 'databaseUrl' | 'objectStore' | 'backupStore' | 'backupHours' | 'backupKeep'> & {
  readonly dataDir: string;
};

/**
 * Whether the server archives WAL: of the built-in database, with a store for backups. (Not on Windows, whose shell lacks the
 * archive command.)
 */
export function archivesWal({
  databaseUrl,
  backupStore,
  backupHours,
}: Pick<Config, 'databaseUrl' | 'backupStore' | 'backupHours'>): boolean {
  const isWanted = databaseUrl === undefined && backupStore !== undefined && backupHours > 0;
  return isWanted && process.platform !== 'win32';
}

/**
 * Starts the built-in database as the server runs it, and archives its WAL if the settings say so.
 * @param further settings of PostgreSQL
 * @throws as `startEmbeddedPostgres`
 */
export async function startBuiltIn(
  config: Settings,
  log: Logger,
  further: readonly string[] = [],
): Promise<AsyncDisposable & { readonly connection: ClientConfig }> {
  const { dataDir, backupStore } = config;
  const onLine = (line: string): void => log.warn({ source: 'postgres' }, line);
  if (!backupStore || !archivesWal(config))
    return startEmbeddedPostgres(dataDir, onLine, { settings: further });
  await using stack = new AsyncDisposableStack();
  const archiver = stack.use(createArchiver({ ...config, backupStore }, log));
  const { connection } = stack.use(
    await startEmbeddedPostgres(dataDir, onLine, { settings: further, archivesWal: true }),
  );
  archiver.begin(connection);
  const resources = stack.move();
  return { connection, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
