import cluster from 'node:cluster';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Events } from '../audit/events.ts';
import type { BackupSchedule } from '../backup/schedule.ts';
import type { Config } from '../config/config.ts';
import type { Queryable } from '../db/database.ts';
import type { Space } from '../disk/space.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { archivesWal } from '../wal/start.ts';
import { joinWorkerMetrics } from './worker-metrics.ts';

/** Metrics for Prometheus: requests by service, method and status; business events; backups; the process itself. */
export type Metrics = ReturnType<typeof createMetrics>;

const services = /^\/(auth|rest|storage|realtime|functions)\/v1(?:\/|$)/;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The service behind a path. Never the path itself: it can hold tokens and names, and its values are unbounded. */
function serviceOf(path: string): string {
  return services.exec(path)?.[1] ?? 'page';
}

/** From the time of a cached row to that after which clients give up. */
const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10];

/** Sources of the metrics that Prometheus reads on demand. */
interface Observed {
  readonly options: { readonly name: string };
  readonly events: Events;
  readonly backups: Pick<BackupSchedule, 'lastSuccess' | 'failures'>;
  readonly space: { readonly files: Pick<Space, 'free'> };
  readonly config: Pick<Config, 'databaseUrl' | 'backupStore' | 'backupHours'>;
  readonly jobs: Pick<Jobs, 'lastSuccesses' | 'failures'>;
  readonly db: Queryable;
}

function registerDurability(registry: Registry, { options: { name }, backups, space }: Observed): void {
  const lastSuccess = new Gauge({
    name: `${name}_backup_last_success_timestamp_seconds`,
    help: 'Time of the newest backup that was read back; no value without one, or with backups switched off',
    aggregator: 'max',
    registers: [],
    async collect() {
      const last = await backups.lastSuccess();
      // Zero would mean a backup of 1970 and trip every alert on old backups.
      this.remove();
      if (last) this.set(last.getTime() / 1000);
    },
  });
  const failed = new Counter({
    name: `${name}_backups_failed_total`,
    help: 'Scheduled backups that failed or could not be read back',
    registers: [],
    collect() {
      this.reset();
      this.inc(backups.failures());
    },
  });
  const free = new Gauge({
    name: `${name}_disk_free_bytes`,
    help: 'Free space on the disk of the data folder; no value without a data folder',
    aggregator: 'min',
    registers: [],
    async collect() {
      const bytes = await space.files.free();
      this.remove();
      if (bytes !== undefined) this.set(bytes);
    },
  });
  for (const metric of [lastSuccess, failed, free]) registry.registerMetric(metric);
}

function registerJobs(registry: Registry, { options: { name }, jobs }: Observed): void {
  const lastSuccess = new Gauge({
    name: `${name}_job_last_success_timestamp_seconds`,
    help: 'When any process last did a job of the product; no value before the first time',
    labelNames: ['job'],
    aggregator: 'max',
    registers: [],
    async collect() {
      this.reset();
      for (const [job, at] of await jobs.lastSuccesses().catch(() => []))
        this.set({ job }, at.getTime() / 1000);
    },
  });
  const failed = new Counter({
    name: `${name}_job_failures_total`,
    help: 'Failures of a job of the product; it is retried within minutes',
    labelNames: ['job'],
    registers: [],
    collect() {
      this.reset();
      for (const [job, count] of jobs.failures()) this.inc({ job }, count);
    },
  });
  registry.registerMetric(lastSuccess);
  registry.registerMetric(failed);
}

/** PostgreSQL marks a WAL file as ready until it is archived. */
const oldestWaitingSql = `select coalesce(extract(epoch from clock_timestamp() - min(modification)), 0)::float8 as age
  from pg_ls_archive_statusdir() where name like '%.ready'`;

function registerWal(registry: Registry, { options: { name }, db }: Observed): void {
  const waiting = new Gauge({
    name: `${name}_wal_waiting_seconds`,
    help: 'Age of the oldest WAL file that waits to be archived; 0 without one',
    aggregator: 'max',
    registers: [],
    async collect() {
      this.remove();
      const [oldest] = await db.query<{ age: number }>(oldestWaitingSql).catch(() => []);
      if (oldest) this.set(oldest.age);
    },
  });
  registry.registerMetric(waiting);
}

/**
 * Metrics of one server process; the counters begin at zero when it starts. A worker shows those of all workers: sums of
 * counters, averages of the event loops' lag.
 */
export function createMetrics(observed: Observed) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response',
    labelNames: ['service', 'method', 'status'],
    buckets: bucketsSeconds,
    registers: [registry],
  });
  const events = new Counter({
    name: `${observed.options.name}_events_total`,
    help: 'Business events: sign-ins, refusals, acts of administrators',
    labelNames: ['action'],
    registers: [registry],
  });
  /** By the values of the labels: few, and looking them up in the histogram takes as long as a small response. */
  const counters = new Map<string, Pick<Histogram.Internal<string>, 'observe'>>();
  registerDurability(registry, observed);
  registerJobs(registry, observed);
  if (archivesWal(observed.config)) registerWal(registry, observed);
  const readAll = cluster.isWorker ? joinWorkerMetrics(registry) : () => registry.metrics();
  observed.events.subscribe(({ action }) => events.inc({ action }));
  return {
    /** @param seconds until the response was ready */
    observe(path: string, method: string, status: number, seconds: number): void {
      const service = serviceOf(path);
      const known = methods.has(method) ? method : 'other';
      const name = `${service} ${known} ${status}`;
      const counter = counters.get(name) ?? duration.labels({ service, method: known, status });
      counters.set(name, counter);
      counter.observe(seconds);
    },
    /** The text format of Prometheus, and its content type. */
    async render(): Promise<{ readonly text: string; readonly contentType: string }> {
      return { text: await readAll(), contentType: registry.contentType };
    },
  };
}
