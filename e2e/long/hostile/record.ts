/** Response times and failures of people who want nothing but their trip. */
export interface Timings {
  /** Runs a request and keeps how long it took; a failure is kept and thrown. */
  time(what: string, work: () => Promise<Response>): Promise<Response>;
  /** In milliseconds; 0 without requests. */
  percentile(part: number): number;
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

export function createTimings(): Timings {
  const times: number[] = [];
  const failures: string[] = [];
  return {
    async time(what, work) {
      const started = performance.now();
      try {
        const response = await work();
        const body = await response.clone().arrayBuffer();
        times.push(performance.now() - started);
        if (response.ok) return response;
        throw new Refused(what, response.status, Buffer.from(body).toString().slice(0, 200));
      } catch (error) {
        failures.push((error as Error).message);
        throw error;
      }
    },
    percentile(part) {
      const sorted = times.toSorted((a, b) => a - b);
      return sorted[Math.floor(sorted.length * part)] ?? 0;
    },
    get requests() {
      return times.length;
    },
    failures,
  };
}
