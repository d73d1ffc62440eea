import { Agent, request } from 'node:http';

/** A flood, as `startFlood` in `run.ts` describes it. */
export interface Flood {
  readonly port: number;
  readonly publishableKey: string;
  readonly networks: number;
  /** The path of a request; `{n}` stands for a number that no other request has. */
  readonly path: string;
  /** Between the response and the next request of a network. */
  readonly pauseMs: number;
}

const { port, publishableKey, networks, path, pauseMs } = JSON.parse(process.argv[2] ?? '{}') as Flood;
const agent = new Agent({ keepAlive: true });
const statuses: Record<number, number> = {};
let sent = 0;

/** Sends a request from one /64 of a /56; each network has one under way. */
function send(network: number): void {
  sent += 1;
  const headers = {
    apikey: publishableKey,
    'accept-encoding': 'gzip',
    'x-forwarded-for': `2001:db8:77:${(0x4200 + network).toString(16)}::1`,
  };
  const next = (status: number): void => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    setTimeout(send, pauseMs, network);
  };
  const options = { host: '127.0.0.1', port, path: path.replaceAll('{n}', String(sent)), headers, agent };
  request(options, (response) => {
    response.resume();
    response.once('end', () => next(response.statusCode ?? 0));
  })
    .once('error', () => next(0))
    .end();
}

for (let network = 0; network < networks; network += 1)
  setTimeout(send, (network * pauseMs) / networks, network);
process.once('message', () => process.send?.(statuses, () => process.exit()));
