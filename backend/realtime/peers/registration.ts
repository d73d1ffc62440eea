import { randomUUID } from 'node:crypto';
import type { Context } from '../../service/context.ts';
import type { Limits } from '../quotas/limits.ts';

/** The row that stands for the process itself. */
const ownEntity = '0';

/** A process that crashed is forgotten after this many renewals. */
const missedRenewals = 3;

/**
 * The rows of this process in `realtime.subscription`: that it is alive, and which tables (by oid) it watches. Triggers
 * announce changes of watched tables only. The rows expire unless the process renews them.
 */
export class ProcessRegistration implements AsyncDisposable {
  readonly process = randomUUID();
  readonly #context: Context;
  readonly #lifetime: string;
  readonly #timer: ReturnType<typeof setInterval>;
  #watched = new Set<string>();
  #peers: ReadonlySet<string> = new Set();
  #onRenewed: (newcomers: boolean) => void = () => {};
  #written = Promise.resolve();
  /** A write that waits for its turn. */
  #next: Promise<void> | undefined;

  constructor(context: Context, { renewInterval }: Limits) {
    this.#context = context;
    this.#lifetime = `${(renewInterval * missedRenewals) / 1000} seconds`;
    this.#timer = setInterval(() => {
      this.#renewByClock().catch((error: unknown) =>
        context.outages.failed(error, 'could not renew the registration of this process'),
      );
    }, renewInterval).unref();
  }

  /** The other processes that serve the same database. */
  get peers(): ReadonlySet<string> {
    return this.#peers;
  }

  /** Sets the watched tables; triggers announce their changes once this resolves. */
  async watch(tables: Iterable<string>): Promise<void> {
    const wanted = new Set(tables);
    const isNew = [...wanted].some((table) => !this.#watched.has(table));
    this.#watched = wanted;
    // Another call may have just added the same tables: wait for its write.
    await (isNew ? this.#write() : this.#written.catch(() => this.#write()));
  }

  /** Sets the watched tables with the next renewal. */
  watchLater(tables: Iterable<string>): void {
    this.#watched = new Set(tables);
  }

  /** Extends the registration, and looks for other processes. */
  async renew(): Promise<void> {
    await this.#write();
    const others = await this.#context.db.query<{ process: string }>(
      'select process::text from realtime.subscription where entity = $1 and process <> $2 and expires_at > now()',
      [ownEntity, this.process],
    );
    this.#peers = new Set(others.map((each) => each.process));
  }

  /** Sets the callback after each timed renewal; `newcomers` is true if it found new processes. */
  onRenewed(callback: (newcomers: boolean) => void): void {
    this.#onRenewed = callback;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    const { db, log } = this.#context;
    await db
      .query('delete from realtime.subscription where process = $1', [this.process])
      .catch((error: unknown) =>
        log.debug({ err: error }, 'could not remove the registration of this process'),
      );
  }

  async #renewByClock(): Promise<void> {
    const known = this.#peers;
    await this.renew();
    this.#onRenewed([...this.#peers].some((each) => !known.has(each)));
  }

  /**
   * Runs one write at a time, each with the tables watched at its turn: an older write must not undo a newer one. Callers
   * share a write that is still waiting, so many joins take one of the server's connections, and few writes.
   */
  #write(): Promise<void> {
    this.#next ??= this.#written
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#writeNow();
      });
    this.#written = this.#next;
    return this.#next;
  }

  async #writeNow(): Promise<void> {
    await this.#context.db.query(
      `with gone as (delete from realtime.subscription
         where (process = $1 and entity <> all ($2::oid[])) or (process <> $1 and expires_at < now()))
       insert into realtime.subscription (entity, process, expires_at)
       select entity, $1, now() + $3::interval from unnest($2::oid[]) as entity
       on conflict (entity, process) do update set expires_at = excluded.expires_at`,
      [this.process, [ownEntity, ...this.#watched], this.#lifetime],
    );
  }
}
