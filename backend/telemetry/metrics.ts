import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../create-context.ts';

/** What Prometheus reads: how many requests each part answered, how, and how fast; what happened; the process itself. */
export interface Metrics {
  /** @param seconds how long the answer took */
  observe(path: string, method: string, status: number, seconds: number): void;
  /** The text format of Prometheus, and its content type. */
  render(): Promise<{ readonly text: string; readonly contentType: string }>;
}

const services = /^\/(auth|rest|storage|realtime|functions)\/v1(?:\/|$)/;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The part that answers a path. Never the path itself: it can hold tokens and names, and has no end of values. */
function serviceOf(path: string): string {
  return services.exec(path)?.[1] ?? 'page';
}

/** In seconds: from a row that is in memory to what a client gives up on. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10];

/** What keeps the data safe, read when Prometheus asks. */
function registerDurability(
  registry: Registry,
  { backups, space }: Pick<Context, 'backups' | 'space'>,
): void {
  const lastSuccess = new Gauge({
    name: 'transfer_backup_last_success_timestamp_seconds',
    help: 'When the newest backup that could be read back was made; no value while there is none, or none are made',
    registers: [],
    async collect() {
      const last = await backups.lastSuccess();
      // Zero would be a backup of 1970, and ring every alarm on old backups.
      this.remove();
      if (last) this.set(last.getTime() / 1000);
    },
  });
  const failed = new Counter({
    name: 'transfer_backups_failed_total',
    help: 'Scheduled backups that failed, or could not be read back',
    registers: [],
    collect() {
      this.reset();
      this.inc(backups.failures());
    },
  });
  const free = new Gauge({
    name: 'transfer_disk_free_bytes',
    help: 'Free space on the disk of the data folder',
    registers: [],
    async collect() {
      this.set(await space.files.free());
    },
  });
  for (const metric of [lastSuccess, failed, free]) registry.registerMetric(metric);
}

/** Metrics of one server process; the counters begin at zero when it starts. */
export function createMetrics(context: Pick<Context, 'events' | 'backups' | 'space'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until a request was answered',
    labelNames: ['service', 'method', 'status'],
    buckets,
    registers: [registry],
  });
  const happened = new Counter({
    name: 'transfer_events_total',
    help: 'Business events: sign-ins, refusals, acts of administrators',
    labelNames: ['action'],
    registers: [registry],
  });
  registerDurability(registry, context);
  context.events.subscribe(({ action }) => happened.inc({ action }));
  return {
    observe(path, method, status, seconds) {
      const known = methods.has(method) ? method : 'other';
      duration.observe({ service: serviceOf(path), method: known, status }, seconds);
    },
    async render() {
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
