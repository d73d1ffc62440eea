import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Logger } from 'pino';

/** A container that is replaced gets another address. */
const lookupIntervalMs = 30_000;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The reverse proxies in front: the server believes the `X-Forwarded-For` of these peers alone. */
export class TrustedProxies {
  readonly #networks: BlockList;
  /** The addresses of each name at its last successful lookup. */
  readonly #named = new Map<string, BlockList>();

  /** @param names host names whose addresses count; none does before `follow` */
  constructor(networks: BlockList, names: readonly string[]) {
    this.#networks = networks;
    for (const name of names) this.#named.set(name, new BlockList());
  }

  get isEmpty(): boolean {
    return this.#networks.rules.length === 0 && this.#named.size === 0;
  }

  /** Whether an IP address is the one of a trusted proxy. */
  has(address: string): boolean {
    const family = familyOf(address);
    return (
      this.#networks.check(address, family) ||
      [...this.#named.values()].some((list) => list.check(address, family))
    );
  }

  /**
   * Looks the names up, and again every 30 seconds until it is disposed of. A name whose lookup fails keeps its
   * addresses: without them all visitors would count as one.
   */
  async follow(log: Logger): Promise<Disposable> {
    const refresh = (): Promise<unknown> =>
      Promise.all([...this.#named.keys()].map((name) => this.#lookUp(name, log)));
    await refresh();
    const timer = setInterval(() => void refresh(), lookupIntervalMs).unref();
    return { [Symbol.dispose]: () => clearInterval(timer) };
  }

  async #lookUp(name: string, log: Logger): Promise<void> {
    try {
      const list = new BlockList();
      for (const { address } of await lookup(name, { all: true }))
        list.addAddress(address, familyOf(address));
      this.#named.set(name, list);
    } catch (error) {
      log.warn({ err: error, name }, 'could not look up a trusted proxy');
    }
  }
}
