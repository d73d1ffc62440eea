import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { cpus } from 'node:os';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Result of a load run: responses per second, and times in milliseconds. */
export interface LoadResult {
  readonly perSecond: number;
  /** Responses of the whole run, its beginning included, which is not measured. */
  readonly count: number;
  readonly median: number;
  readonly p99: number;
}

function serialize({ method, path, headers, body = '' }: Request, host: string): Buffer {
  const lines = Object.entries({ host, 'content-length': Buffer.byteLength(body), ...headers });
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`,
  );
}

/** Where the answer at the start of `data` ends, and its status; undefined while it is not complete. */
function answerEnd(data: Buffer): { end: number; status: number } | undefined {
  const headEnd = data.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = data.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = headEnd + 4 + Number(length);
    return data.length >= end ? { end, status } : undefined;
  }
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return { end: headEnd + 4, status };
  const last = data.indexOf('\r\n0\r\n\r\n', headEnd);
  return last < 0 ? undefined : { end: last + 7, status };
}

async function answer(socket: Socket): Promise<number> {
  let data: Buffer = Buffer.alloc(0);
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    data = data.length === 0 ? chunk : Buffer.concat([data, chunk]);
    const complete = answerEnd(data);
    if (complete) return complete.status;
  }
}

/**
 * Sends requests again and again over kept connections for some seconds: each connection one of them, in turn.
 * @throws when an answer's status is not `expectedStatus`: a fast error is not a result.
 */
export async function loadHttp(
  port: number,
  requests: readonly Request[],
  expectedStatus: number,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  return load(connections, seconds, async (index) => {
    const request = requests[index % requests.length];
    if (!request) throw new Error('there is no request to send');
    const bytes = serialize(request, `127.0.0.1:${port}`);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return {
      step: async () => {
        socket.write(bytes);
        const status = await answer(socket);
        if (status !== expectedStatus)
          throw new Error(`${request.method} ${request.path} answered ${status}`);
      },
      end: () => void socket.destroy(),
    };
  });
}

/** The cores that client and server share. */
export const cores = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;

/** A whole number as a table shows it: `1,234`. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Percentiles of times: `percentiles(times)(0.5)` is the median. */
export function percentiles(times: readonly number[]): (part: number) => number {
  const sorted = times.toSorted((a, b) => a - b);
  return (part) => sorted[Math.floor(sorted.length * part)] ?? 0;
}

interface Worker {
  readonly step: () => Promise<unknown>;
  readonly end: () => void;
}

/** Lets so many workers step for some seconds, each as fast as it can. */
export async function load(
  workerCount: number,
  seconds: number,
  open: (index: number) => Promise<Worker>,
): Promise<LoadResult> {
  const workers = await Promise.all(Array.from({ length: workerCount }, (_, index) => open(index)));
  const times: number[] = [];
  let count = 0;
  const warmUntil = performance.now() + 500;
  const until = warmUntil + seconds * 1000;
  await Promise.all(
    workers.map(async ({ step, end }) => {
      for (let start = performance.now(); start < until;) {
        await step();
        const now = performance.now();
        count += 1;
        if (start >= warmUntil) times.push(now - start);
        start = now;
      }
      end();
    }),
  );
  const at = percentiles(times);
  return { perSecond: times.length / seconds, count, median: at(0.5), p99: at(0.99) };
}
