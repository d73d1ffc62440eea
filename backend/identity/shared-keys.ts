import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { Config } from '../config/config.ts';
import { keySettings } from '../config/settings.ts';
import type { Database, Queryable } from '../db/database.ts';
import { OperatorError } from '../util/operator-error.ts';

/** Digests of the keys of one process, as `platform.processes` keeps them. */
interface KeyDigests {
  readonly publishable: string;
  readonly secret: string;
  /** The first one signs, all verify. */
  readonly signing: readonly string[];
}

/** A process that was killed counts until its row expires. */
const renewIntervalMs = 10_000;
const lifetimeMs = 3 * renewIntervalMs;

function digest(key: string): string {
  return createHash('sha256').update(`key of a process: ${key}`).digest('base64url');
}

async function digestsOf({ publishable, secret, signing }: Config['keys']): Promise<KeyDigests> {
  return {
    publishable: digest(publishable),
    secret: digest(secret),
    signing: await Promise.all(signing.map((key) => calculateJwkThumbprint(key))),
  };
}

/** Whether a process verifies the tokens that another one signs. */
function verifies(process: KeyDigests, { signing: [signs = ''] }: KeyDigests): boolean {
  return process.signing.includes(signs);
}

/** The names of the settings that keep two processes from serving together. */
function differences(own: KeyDigests, other: KeyDigests): readonly string[] {
  const agree = {
    publishable: own.publishable === other.publishable,
    secret: own.secret === other.secret,
    // Not the same keys: the rotation of signing keys adds and removes them process by process.
    signing: verifies(own, other) && verifies(other, own),
  };
  return (['publishable', 'secret', 'signing'] as const)
    .filter((kind) => !agree[kind])
    .map((kind) => keySettings[kind].name);
}

async function refuseDifferentKeys(db: Queryable, own: KeyDigests): Promise<void> {
  const others = await db.query<{ keys: KeyDigests }>('select keys from platform.processes');
  const names = new Set(others.flatMap(({ keys }) => differences(own, keys)));
  if (names.size === 0) return;
  throw new OperatorError(
    `Another server process on this database has other keys. Give every process the same ${[...names].join(', ')} (npm run secrets prints a set for a new installation). To replace them, stop all processes first; one that was killed counts for another ${lifetimeMs / 1000} seconds.`,
  );
}

/**
 * Registers this process on a database that several may share, until disposed. Processes with different keys would reject
 * each other's sessions and API keys.
 * @param failed logs a failure, or counts it to an outage
 * @throws OperatorError that names the settings, while a process with other keys runs
 */
export async function joinProcesses(
  db: Pick<Database, 'query' | 'transaction'>,
  keys: Config['keys'],
  failed: (cause: unknown, message: string) => void,
): Promise<AsyncDisposable> {
  const id = randomUUID();
  const own = await digestsOf(keys);
  async function register(queryable: Queryable): Promise<void> {
    await queryable.query(
      `insert into platform.processes (id, keys, expires_at) values ($1, $2, now() + $3 * interval '1 ms')
       on conflict (id) do update set expires_at = excluded.expires_at`,
      [id, JSON.stringify(own), lifetimeMs],
    );
  }
  const notRenewed = (error: unknown): void =>
    failed(error, 'could not renew the registration of this process');
  await db.transaction(async (transaction) => {
    // Serialises processes that start at the same moment: the second sees the first.
    await transaction.query('lock table platform.processes in exclusive mode');
    // A time that no registration reaches was written while the clock was ahead.
    await transaction.query(
      `delete from platform.processes where expires_at not between now() and now() + $1 * interval '1 ms'`,
      [2 * lifetimeMs],
    );
    await refuseDifferentKeys(transaction, own);
    await register(transaction);
  });
  const timer = setInterval(() => void register(db).catch(notRenewed), renewIntervalMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await db.query('delete from platform.processes where id = $1', [id]).catch(notRenewed);
    },
  };
}
