/** Links that one address may try in a minute; the tablets of a fleet that is set up at once may share one. */
const most = 30;
/** In milliseconds. */
const minute = 60_000;
/** Beyond this, the oldest addresses are forgotten: a flood from many must not fill the memory. */
const mostAddresses = 1_000;

interface Tries {
  readonly since: number;
  readonly count: number;
}

const byAddress = new Map<string, Tries>();

/**
 * Counts a try of an address. Tokens cannot be guessed: the limit keeps somebody who tries from costing the database much.
 * Each process counts for itself.
 * @returns whether the address may try
 */
export function mayTry(address: string, now: number): boolean {
  const last = byAddress.get(address);
  const tries =
    last && now - last.since < minute ? { ...last, count: last.count + 1 } : { since: now, count: 1 };
  byAddress.delete(address);
  byAddress.set(address, tries);
  for (const oldest of byAddress.keys()) {
    if (byAddress.size <= mostAddresses) break;
    byAddress.delete(oldest);
  }
  return tries.count <= most;
}
