import { setTimeout as delay } from 'node:timers/promises';
import type { Network } from './network.ts';

/** Something that a stranger does again and again. */
export interface Attack {
  /** Begins with the identifiers of `docs/checks.md`. */
  readonly name: string;
  /** How often one network does it, each second. */
  readonly perSecond: number;
  /**
   * Prepares it for one network, for example with an account of its own.
   * @returns does it once and gives a status to count
   */
  begin(network: Network): Promise<Strike>;
}

export type Strike = (count: number) => Promise<string | number>;

/** How often each attack met with each status. */
export type Tally = Record<string, Record<string, number>>;

/** Attempts of one attack of one network that may wait for a response at the same time. */
const atOnce = 6;
const timeoutMs = 10_000;

function count(tally: Tally, name: string, status: string | number): void {
  const statuses = (tally[name] ??= {});
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** Repeats an attack from one network at its pace until `signal`. A failure is a status like any other. */
export async function repeat(
  { name, perSecond, begin }: Attack,
  network: Network,
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  const strike = await begin(network).catch((error: Error) => {
    count(tally, name, `not begun: ${error.message}`);
    return undefined;
  });
  if (!strike) return;
  let underWay = 0;
  const attempt = async (index: number): Promise<void> => {
    underWay += 1;
    const late = delay(timeoutMs, 'no response', { ref: false });
    const status = await Promise.race([strike(index), late]).catch((error: Error) => error.name);
    count(tally, name, status);
    underWay -= 1;
  };
  for (let index = 0; !signal.aborted; index += 1) {
    if (underWay < atOnce) void attempt(index);
    await delay(1000 / perSecond, undefined, { signal }).catch(() => {});
  }
}

/** The status of a response whose body nobody needs. Reading it frees the connection. */
export async function statusOf(response: Response): Promise<number> {
  await response.arrayBuffer();
  return response.status;
}
