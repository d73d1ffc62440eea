import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Limits } from '../quotas/limits.ts';

/** What this process listens to, as the triggers of the tables know it. */
export interface Interest extends AsyncDisposable {
  /** The id of this process. */
  readonly process: string;
  /** The other processes that serve the same database. */
  peers(): ReadonlySet<string>;
  /** Says which tables (by oid) changes are wanted of; counts when it resolves. */
  set(entities: Iterable<string>): Promise<void>;
  /** The same, at the next renewal. */
  forget(entities: Iterable<string>): void;
  /** Says again that this process is there, and looks for the others. */
  renew(): Promise<void>;
  /** Calls back after each renewal by the clock; `newcomers` when it found processes that it did not know. */
  onRenewed(callback: (newcomers: boolean) => void): void;
}

/** The row that stands for the process itself. */
const ownEntity = '0';

/** A process that ended without a word is forgotten after so many renewals. */
const missedRenewals = 3;

export async function createInterest({ db, log }: Context, { renewInterval }: Limits): Promise<Interest> {
  const process = randomUUID();
  const lifetime = `${(renewInterval * missedRenewals) / 1000} seconds`;
  let current = new Set<string>();
  let peers: ReadonlySet<string> = new Set();
  let callback: (newcomers: boolean) => void = () => {};
  let written = Promise.resolve();
  /** A write whose turn has not come yet. */
  let next: Promise<void> | undefined;

  async function writeNow(): Promise<void> {
    await db.query(
      `with gone as (delete from realtime.subscription
         where (process = $1 and entity <> all ($2::oid[])) or (process <> $1 and expires_at < now()))
       insert into realtime.subscription (entity, process, expires_at)
       select entity, $1, now() + $3::interval from unnest($2::oid[]) as entity
       on conflict (entity, process) do update set expires_at = excluded.expires_at`,
      [process, [ownEntity, ...current], lifetime],
    );
  }

  /**
   * Runs one write at a time, each with the interest current at its turn: an older write must not undo a newer one.
   * Callers share a write that is still waiting, so many joins take one of the server's connections, and few writes.
   */
  function write(): Promise<void> {
    next ??= written
      .catch(() => {})
      .then(() => {
        next = undefined;
        return writeNow();
      });
    written = next;
    return next;
  }

  async function renew(): Promise<void> {
    await write();
    const others = await db.query<{ process: string }>(
      'select process::text from realtime.subscription where entity = $1 and process <> $2 and expires_at > now()',
      [ownEntity, process],
    );
    peers = new Set(others.map((each) => each.process));
  }

  async function renewByClock(): Promise<void> {
    const known = peers;
    await renew();
    callback([...peers].some((each) => !known.has(each)));
  }

  await renew();
  const timer = setInterval(() => {
    renewByClock().catch((error: unknown) => log.error({ err: error }, 'subscriptions could not be renewed'));
  }, renewInterval);
  timer.unref();

  return {
    process,
    peers: () => peers,
    async set(entities) {
      const wanted = new Set(entities);
      const isNew = [...wanted].some((entity) => !current.has(entity));
      current = wanted;
      // When another call has just asked for the same, it counts once that is written.
      await (isNew ? write() : written.catch(write));
    },
    forget(entities) {
      current = new Set(entities);
    },
    renew,
    onRenewed(onRenewed) {
      callback = onRenewed;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await db
        .query('delete from realtime.subscription where process = $1', [process])
        .catch((error: unknown) => log.debug({ err: error }, 'subscriptions could not be ended'));
    },
  };
}
