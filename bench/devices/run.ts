import { cores, whole } from '../../backend/bench/machine/load.ts';
import { startProduct } from '../product.ts';
import { simulateDevices } from './simulate.ts';

const devices = 100;
const seconds = 600;

/** A fleet on the road for ten minutes. */
export async function measureDevices(): Promise<string> {
  await using server = await startProduct(8945);
  const result = await simulateDevices(server, devices, seconds);
  const line = (name: string, value: string): string => `| ${name} | ${value} |`;
  return `# A hundred tablets for ten minutes

\`npm run bench -- devices\`: each starts the app and sends a rating once a minute, and hears of changes over a websocket;
client and server on the same ${cores}, which are shared and noisy.

| | |
| --- | ---: |
${[
  line('requests', whole(result.requests)),
  line('median, ms', result.median.toFixed(1)),
  line('95th percentile, ms', result.p95.toFixed(1)),
  line('99th percentile, ms', result.p99.toFixed(1)),
  line('responses of 500 and above, or none', String(result.failures.length)),
  line('refused (3xx, 4xx)', String(result.refusals.length)),
  line('ratings of which their own tablet did not hear', String(result.unheard)),
  line('memory of server and database after 100 s, MiB', result.memoryEarly.toFixed(0)),
  line('the same at the end, MiB', result.memoryLate.toFixed(0)),
].join('\n')}
`;
}
