import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clubFolder } from '../club.ts';
import { loadHttp, whole, type Request } from '../machine/load.ts';
import type { Member } from '../machine/person.ts';
import { answers, startProcess } from '../machine/process.ts';
import type { BenchServer } from '../machine/server.ts';
import { timesOf } from '../machine/tree.ts';

const port = 8943;
const connections = 16;
const seconds = 3;
/** The least and each layer are measured in turns. */
const rounds = 3;

/** The parts of the server that the least has in place of its own, one more each time. */
const layers = [
  'the least',
  '+ shell (`http/`)',
  '+ connections (`db/`)',
  '+ plan, response (`rest/`)',
] as const;
const everything = '+ token, key, errors, log, metrics: the server';
const limited = '+ limits: the server as it is installed';

/** A server and the requests of its people. */
export interface Asked {
  readonly server: BenchServer;
  readonly members: readonly Member[];
}

/** Processor time of a request in microseconds. */
interface Times {
  readonly read: number;
  readonly insert: number;
}

async function timeOf(
  pid: number,
  at: number,
  requests: readonly Request[],
  status: number,
): Promise<number> {
  const before = await timesOf(pid);
  const { count } = await loadHttp(at, requests, status, connections, seconds);
  const after = await timesOf(pid);
  return (after.user + after.system - before.user - before.system) / count;
}

async function measure(pid: number, at: number, members: readonly Member[]): Promise<Times> {
  const requests = (kind: 'read' | 'insert') => members.map((member) => member[kind]);
  // The first requests compile the code and prepare the statements.
  await loadHttp(at, requests('read'), 200, connections, 1);
  await loadHttp(at, requests('insert'), 201, connections, 1);
  return {
    read: await timeOf(pid, at, requests('read'), 200),
    insert: await timeOf(pid, at, requests('insert'), 201),
  };
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/**
 * Puts the layers of the server into the least server one by one, and measures what a request costs.
 * @param all a server without limits of requests
 * @param withLimits one with them
 * @returns a table in Markdown
 */
export async function measureLayers(all: Asked, withLimits: Asked): Promise<string> {
  const { server, members } = all;
  const results = new Map<string, Times[]>();
  const add = (label: string, times: Times) => results.set(label, [...(results.get(label) ?? []), times]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [count, label] of layers.entries()) {
      const args = [join(import.meta.dirname, 'least.ts'), String(port), server.socketFolder, clubFolder];
      const start = () => startProcess([...args, String(count)], { cwd: tmpdir() }, () => answers(port));
      await using least = await start();
      add(label, await measure(least.pid, port, members));
    }
    for (const [label, asked] of [
      [everything, all],
      [limited, withLimits],
    ] as const)
      add(label, await measure(asked.server.process.pid, asked.server.port, asked.members));
  }
  const lines = [...results].map(([label, times]) => {
    const [read, insert] = (['read', 'insert'] as const).map((kind) =>
      medianOf(times.map((each) => each[kind])),
    );
    return `| ${label} | ${whole(read!)} | ${whole(insert!)} |`;
  });
  return `| each with the ones above | µs of a read | µs of an insert |\n| --- | ---: | ---: |\n${lines.join('\n')}`;
}
