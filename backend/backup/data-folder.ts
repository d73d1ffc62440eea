import { localAddress, type Config } from '../config/config.ts';
import { lockDataFolder, shareDataFolder } from '../db/lock.ts';
import { refuseUnfinishedRestore } from './staging.ts';

type Held = Pick<Config, 'dataDir' | 'databaseUrl' | 'publicUrl' | 'host' | 'port'>;

/**
 * Takes the data folder of a server until disposed: alone with the built-in database, together with other servers when the
 * database is external. A server that keeps nothing on disk has no folder.
 * @throws DataFolderInUseError; OperatorError when a restore into it was not finished
 */
export async function takeDataFolder(config: Held): Promise<Disposable | undefined> {
  const { dataDir, databaseUrl, publicUrl } = config;
  if (dataDir === undefined) return undefined;
  using stack = new DisposableStack();
  stack.use(
    databaseUrl === undefined
      ? await lockDataFolder(dataDir, publicUrl, localAddress(config))
      : await shareDataFolder(dataDir),
  );
  await refuseUnfinishedRestore(dataDir);
  return stack.move();
}
