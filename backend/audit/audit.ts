import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Queryable } from '../db/database.ts';
import { nobody } from '../identity/actor.ts';
import { actions } from './actions.ts';
import type { Sink, TimedEvent } from './events.ts';
import { createFloodGate } from './flood.ts';

/** The audit log `auth.audit_log_entries`: append-only, with upstream's columns and payload. */
export interface AuditLog extends AsyncDisposable {
  readonly sink: Sink;
  /** When everything that was emitted before is in the table; or has failed, and will be tried again. */
  settled(): Promise<void>;
}

interface Entry {
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly ip_address: string;
}

/** Entries that wait for a database which does not answer. At 0.5 KB each: 5 MB. */
const maxWaiting = 10_000;
const maxBatch = 500;
/** In milliseconds. */
const retryDelay = 1000;
/** How often suppressed refusals are told of, in milliseconds. */
const tellingInterval = 5 * 60_000;
const maxText = 500;

function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, maxText).toWellFormed().replaceAll('\0', '') : value;
}

/**
 * Upstream's payload; `target` is a trait, since upstream has no place for it.
 * @param place among the events of the same millisecond: the order stays readable
 */
function entryOf({ action, actor, target, traits, address, at }: TimedEvent, place = 0): Entry {
  const told = Object.entries({ ...traits, ...(target !== '' && { target }) });
  return {
    id: randomUUID(),
    payload: {
      action,
      actor_id: actor.id,
      actor_username: storable(actor.username),
      actor_via_sso: actor.viaSso ?? false,
      log_type: actions[action],
      traits: Object.fromEntries(told.map(([key, value]) => [key, storable(value)])),
    },
    created_at: at.toISOString().replace('Z', `${String(place).padStart(3, '0')}Z`),
    ip_address: address,
  };
}

/** An id that is there already was written by a try whose answer was lost. */
async function insert(db: Queryable, entries: readonly Entry[]): Promise<void> {
  await db.query(
    `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
     select id, payload, created_at, ip_address from jsonb_to_recordset($1)
       as entry (id uuid, payload jsonb, created_at timestamptz, ip_address text)
     on conflict (id) do nothing`,
    [JSON.stringify(entries)],
  );
}

/**
 * Writes events into the audit log, beside the requests that cause them: none waits for it. What comes while a batch
 * is being written makes up the next one, so the busiest server has one insert under way; an entry is in the table a
 * few milliseconds after the event.
 *
 * When writing fails it is said in the operator's log (level error), the entries are kept and tried again each second:
 * sign-in goes on. Beyond 10,000 waiting entries the oldest go to the operator's log instead, without names. A server
 * that is killed loses the entries of its last few milliseconds; one that is stopped writes them first.
 *
 * Strangers cannot fill the disk: see `flood.ts`.
 */
export function createAuditLog(db: Queryable, log: Logger): AuditLog {
  const gate = createFloodGate();
  let waiting: Entry[] = [];
  let last = { time: 0, place: 0 };
  let writing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

  function keep(entries: readonly Entry[]): void {
    waiting.push(...entries);
    for (const { payload, created_at } of waiting.splice(0, waiting.length - maxWaiting)) {
      const { action, actor_id } = payload;
      log.error({ action, actor_id, created_at }, 'an audit entry could not be written and is given up');
    }
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch);
      try {
        await insert(db, batch);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log.error(
          { reason, waiting: batch.length + waiting.length },
          'audit entries could not be written yet',
        );
        waiting = [...batch, ...waiting];
        retry = setTimeout(start, retryDelay).unref();
        return;
      }
    }
  }

  function start(): void {
    clearTimeout(retry);
    retry = undefined;
    writing ??= write().finally(() => {
      writing = undefined;
      if (waiting.length > 0 && retry === undefined) start();
    });
  }

  function tellSuppressed(): void {
    const count = gate.takeSuppressed();
    if (count === 0) return;
    const event = { action: 'refusals_suppressed', actor: nobody, address: '', target: '' } as const;
    keep([entryOf({ ...event, traits: { count }, at: new Date() })]);
    start();
  }
  const telling = setInterval(tellSuppressed, tellingInterval).unref();

  async function settled(): Promise<void> {
    start();
    await writing;
    if (writing) await settled();
  }

  return {
    sink(event) {
      if (!gate.admits(event)) return;
      const time = event.at.getTime();
      last = { time, place: time === last.time ? Math.min(last.place + 1, 999) : 0 };
      keep([entryOf(event, last.place)]);
      if (retry === undefined) start();
    },
    settled,
    async [Symbol.asyncDispose]() {
      clearInterval(telling);
      tellSuppressed();
      await settled();
      clearTimeout(retry);
      if (waiting.length > 0) log.error({ waiting: waiting.length }, 'audit entries are lost');
    },
  };
}
