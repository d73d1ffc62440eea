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
  /** Resolves when every event so far is in the table, or failed and waits for a retry. */
  settled(): Promise<void>;
}

type Entry = ReturnType<typeof entryOf>;

/** Entries that wait while the database does not respond. At 0.5 KB each: 5 MB. */
const maxWaiting = 10_000;
const maxBatch = 500;
const retryDelayMs = 1000;
/** Between reports of suppressed refusals. */
const reportIntervalMs = 5 * 60_000;
const maxTextCharacters = 500;

function storable(value: unknown): unknown {
  return typeof value === 'string'
    ? value.slice(0, maxTextCharacters).toWellFormed().replaceAll('\0', '')
    : value;
}

/**
 * Upstream's payload; `target` becomes a trait, since upstream has no field for it.
 * @param place position among the events of the same millisecond, which keeps their order
 */
function entryOf({ action, actor, target, traits, address, at }: TimedEvent, place = 0) {
  const facts = Object.entries({ ...traits, ...(target !== '' && { target }) });
  return {
    id: randomUUID(),
    payload: {
      action,
      actor_id: actor.id,
      actor_username: storable(actor.username),
      actor_via_sso: actor.viaSso ?? false,
      log_type: actions[action],
      traits: Object.fromEntries(facts.map(([key, value]) => [key, storable(value)])),
    },
    created_at: at.toISOString().replace('Z', `${String(place).padStart(3, '0')}Z`),
    ip_address: address,
  };
}

/** An existing id was written by an attempt whose response was lost. */
async function insert(db: Queryable, entries: readonly Entry[]): Promise<void> {
  await db.query(
    `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
     select id, payload, created_at, ip_address from jsonb_to_recordset($1)
       as entry (id uuid, payload jsonb, created_at timestamptz, ip_address text)
     on conflict (id) do nothing`,
    [JSON.stringify(entries)],
  );
}

interface Dependencies {
  readonly db: Queryable;
  readonly log: Logger;
  /** Logs a failure, or counts it to an outage. */
  readonly failed: (cause: unknown, message: string) => void;
}

/** Writes entries in batches, in order; a failed batch waits for its retry with those that came meanwhile. */
function createWriter({ db, log, failed }: Dependencies) {
  let waiting: Entry[] = [];
  let writing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch);
      try {
        await insert(db, batch);
      } catch (error) {
        failed(error, 'could not write audit entries yet');
        waiting = [...batch, ...waiting];
        retry = setTimeout(start, retryDelayMs).unref();
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

  async function settled(): Promise<void> {
    start();
    await writing;
    if (writing) await settled();
  }

  return {
    add(entry: Entry): void {
      waiting.push(entry);
      for (const { payload, created_at } of waiting.splice(0, waiting.length - maxWaiting)) {
        const { action, actor_id } = payload;
        log.error({ action, actor_id, created_at }, 'gave up an audit entry that could not be written');
      }
      if (retry === undefined) start();
    },
    settled,
    async close(): Promise<void> {
      await settled();
      clearTimeout(retry);
      if (waiting.length > 0) log.error({ waiting: waiting.length }, 'lost audit entries');
    },
  };
}

/**
 * Writes events into the audit log in the background: no request waits for it. Events that arrive during an insert form
 * the next batch, so one insert at most is under way, and an entry is in the table a few milliseconds after its event.
 *
 * A failed insert is logged (level error; an outage once) and retried each second with the same entries, and requests go on. Beyond 10,000
 * waiting entries the oldest go to the operator's log instead, without names. A killed server loses the entries of its
 * last few milliseconds; a stopped one writes them first.
 *
 * Strangers cannot fill the disk: see `flood.ts`.
 */
export function createAuditLog(dependencies: Dependencies): AuditLog {
  const gate = createFloodGate();
  const writer = createWriter(dependencies);
  let last = { time: 0, place: 0 };

  function reportSuppressed(): void {
    const count = gate.takeSuppressed();
    if (count === 0) return;
    const event = { action: 'refusals_suppressed', actor: nobody, address: '', target: '' } as const;
    writer.add(entryOf({ ...event, traits: { count }, at: new Date() }));
  }
  const reporting = setInterval(reportSuppressed, reportIntervalMs).unref();

  return {
    sink(event) {
      if (!gate.admits(event)) return;
      const time = event.at.getTime();
      last = { time, place: time === last.time ? Math.min(last.place + 1, 999) : 0 };
      writer.add(entryOf(event, last.place));
    },
    settled: writer.settled,
    async [Symbol.asyncDispose]() {
      clearInterval(reporting);
      reportSuppressed();
      await writer.close();
    },
  };
}
