/** Links that one network may try in a minute; the devices of a fleet that is set up at once may share one. */
const most = 30;
/** In milliseconds. */
const minute = 60_000;
/** Beyond this, the oldest networks are forgotten: a flood from many must not fill the memory. */
const mostNetworks = 1_000;

interface Tries {
  readonly since: number;
  readonly count: number;
}

const byNetwork = new Map<string, Tries>();

/**
 * Counts a try of a network. Tokens cannot be guessed: the limit keeps somebody who tries from costing the database much.
 * Each process counts for itself.
 * @returns whether the network may try
 */
export function mayTry(network: string, now: number): boolean {
  const last = byNetwork.get(network);
  const tries =
    last && now - last.since < minute ? { ...last, count: last.count + 1 } : { since: now, count: 1 };
  byNetwork.delete(network);
  byNetwork.set(network, tries);
  for (const oldest of byNetwork.keys()) {
    if (byNetwork.size <= mostNetworks) break;
    byNetwork.delete(oldest);
  }
  return tries.count <= most;
}
