/** Response times and failures of people who want nothing but their trip. */
export interface Timings {
  /** Runs a request and keeps how long it took; a failure is kept and thrown. */
  time(what: string, work: () => Promise<Response>): Promise<Response>;
  /** In milliseconds; 0 without requests. */
  percentile(part: number): number;
  /** The same of each kind of request. */
  percentiles(part: number): Readonly<Record<string, number>>;
  readonly requests: number;
  /** Such as `rate: 503`. */
  readonly failures: readonly string[];
}

/** A response that is no success. */
export class Refused extends Error {
  readonly status: number;
  constructor(what: string, status: number, body: string) {
    super(`${what}: ${status} ${body}`);
    this.status = status;
  }
}

function percentileOf(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? 0;
}

export function createTimings(): Timings {
  const times = new Map<string, number[]>();
  const failures: string[] = [];
  return {
    async time(what, work) {
      const started = performance.now();
      try {
        const response = await work();
        const body = await response.clone().arrayBuffer();
        const kind = times.get(what) ?? [];
        kind.push(performance.now() - started);
        times.set(what, kind);
        if (response.ok) return response;
        throw new Refused(what, response.status, Buffer.from(body).toString().slice(0, 200));
      } catch (error) {
        failures.push((error as Error).message);
        throw error;
      }
    },
    percentile: (part) => percentileOf([...times.values()].flat(), part),
    percentiles: (part) =>
      Object.fromEntries([...times].map(([what, each]) => [what, Math.round(percentileOf(each, part))])),
    get requests() {
      return [...times.values()].flat().length;
    },
    failures,
  };
}
