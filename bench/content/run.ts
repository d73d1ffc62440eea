import { cores, percentiles } from '../../backend/bench/machine/load.ts';
import { createPerson } from '../../backend/bench/machine/person.ts';
import type { BenchServer } from '../../backend/bench/machine/server.ts';
import type { Content } from '../../shared/content/content.ts';
import { publishDraft, saveDraft, signInAdministrator } from '../administrator.ts';
import { drivers, startProduct } from '../product.ts';
import { createListener, type Listener } from './device.ts';

const devices = 100;
const rounds = 10;

/** The content with a first price that is 500 pesos higher. */
function withHigherPrice({ routes, ...others }: Content): Content {
  const [first, ...rest] = routes;
  if (!first) return { routes, ...others };
  return {
    ...others,
    routes: [{ ...first, prices: [{ pesos: (first.prices[0]?.pesos ?? 0) + 500 }] }, ...rest],
  };
}

interface Times {
  /** From the publication's request until a device has the release, of each device and round, in milliseconds. */
  readonly arrivals: readonly number[];
  /** The same reading by all devices at once, without a publication before it. */
  readonly readings: readonly number[];
}

async function timeAll(listeners: readonly Listener[], step: (each: Listener) => Promise<void>) {
  const started = performance.now();
  return Promise.all(
    listeners.map(async (each) => {
      await step(each);
      return performance.now() - started;
    }),
  );
}

async function measure(server: BenchServer, listeners: readonly Listener[]): Promise<Times> {
  const administrator = await signInAdministrator(server);
  const arrivals: number[] = [];
  const readings: number[] = [];
  for (let release = 2; release < rounds + 2; release += 1) {
    const arriving = timeAll(listeners, (each) => each.has(release));
    const version = await saveDraft(server, administrator, withHigherPrice);
    const published = await publishDraft(server, administrator, version);
    if (published !== release) throw new Error(`release ${published} was published instead of ${release}`);
    arrivals.push(...(await arriving));
    readings.push(...(await timeAll(listeners, (each) => each.read(release))));
  }
  return { arrivals, readings };
}

/** A price is changed, and a hundred devices show it. */
export async function measureContent(): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startProduct(8946));
  const listeners: Listener[] = [];
  for (let index = 0; index < devices; index += 1) {
    const driver = await createPerson(server, drivers, index);
    listeners.push(stack.use(await createListener(server, driver)));
  }
  const { arrivals, readings } = await measure(server, listeners);
  const line = (name: string, times: readonly number[]): string => {
    const at = percentiles(times);
    return `| ${name} | ${at(0.5).toFixed(0)} | ${at(0.99).toFixed(0)} | ${Math.max(...times).toFixed(0)} |`;
  };
  return `# A price change reaches a hundred tablets

\`npm run bench -- content\`: ${devices} connected tablets, each with its own driver, session and websocket of the official
client. An administrator changes a price and publishes it, ${rounds} times; the time runs from the first request of the
administrator until a tablet has read the whole release. Beside it the reading alone, by all tablets at once. Clients and
server on the same ${cores}, which are shared and noisy. The promise is 5,000 ms.

| in milliseconds | median | 99th percentile | slowest |
| --- | ---: | ---: | ---: |
${line('publication until the release is there', arrivals)}
${line('reading the release alone', readings)}
`;
}
