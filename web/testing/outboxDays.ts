import fc from 'fast-check';
import { DataError } from '../data/errors.ts';

/**
 * `lost`: the backend stores what it receives, and the response never arrives. `failing`: it responds to every second request
 * with an error, before it stores anything.
 */
type NetworkState = 'online' | 'offline' | 'lost' | 'failing';
const stages = ['read', 'send', 'settle'] as const;
type Stage = (typeof stages)[number];

/** A step of a device that delivers. Tabs are numbered; each delivers what both have stored. */
export type DeliveryStep =
  | { readonly does: Stage | 'kill'; readonly tab: 0 | 1 }
  | { readonly does: 'network'; readonly state: NetworkState };

const tab = fc.constantFrom(0 as const, 1 as const);

/** The steps of every outbox; those that fill one stand beside them. */
export const deliverySteps: readonly fc.WeightedArbitrary<DeliveryStep>[] = [
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom(...stages), tab }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('kill' as const), tab }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('network' as const),
      state: fc.constantFrom<NetworkState>('online', 'offline', 'lost', 'failing'),
    }),
  },
];

/** The way to a backend. */
export class Network {
  state: NetworkState = 'online';
  private requests = 0;

  /** Responds with what the backend writes, unless the request or its response is lost. */
  respond<Value>(write: () => Value): Promise<Value> {
    const failure = new DataError('network', 'Failed to fetch', 0, true);
    if (this.state === 'offline') return Promise.reject(failure);
    this.requests += 1;
    if (this.state === 'failing' && this.requests % 2 === 1)
      return Promise.reject(new DataError('unknown', '', 503, true));
    try {
      const value = write();
      return this.state === 'lost' ? Promise.reject(failure) : Promise.resolve(value);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : failure);
    }
  }
}

interface Outbox<Entry, Sent> {
  /** The entries that can be sent now. */
  readonly read: () => readonly Entry[];
  /** Sends the entries in their order. @returns what the backend has taken; the others are sent again */
  readonly send: (entries: readonly Entry[]) => Promise<readonly Sent[]>;
  /** Changes the store for what the backend has taken. */
  readonly settle: (sent: Sent) => void;
}

/** Two tabs over one store, in which each stage but `send` is one transaction. A killed tab forgets what it was doing. */
export class Tabs<Entry, Sent> {
  private readonly outbox: Outbox<Entry, Sent>;
  private readonly network: Network;
  private readonly tabs: readonly [
    { read: readonly Entry[]; sent: Sent[] },
    { read: readonly Entry[]; sent: Sent[] },
  ] = [
    { read: [], sent: [] },
    { read: [], sent: [] },
  ];

  constructor(outbox: Outbox<Entry, Sent>, network: Network) {
    this.outbox = outbox;
    this.network = network;
  }

  async take(step: DeliveryStep): Promise<void> {
    if (step.does === 'network') {
      this.network.state = step.state;
      return;
    }
    const chosen = this.tabs[step.tab];
    switch (step.does) {
      case 'read':
        chosen.read = this.outbox.read();
        return;
      case 'send':
        chosen.sent.push(...(await this.outbox.send(chosen.read)));
        chosen.read = [];
        return;
      case 'settle':
        for (const sent of chosen.sent) this.outbox.settle(sent);
        chosen.sent = [];
        return;
      case 'kill':
        Object.assign(chosen, { read: [], sent: [] });
    }
  }

  /** A tab opens where there is a signal, and delivers once what is ready. */
  async deliver(): Promise<void> {
    this.network.state = 'online';
    for (const does of stages) await this.take({ does, tab: 1 });
  }
}
