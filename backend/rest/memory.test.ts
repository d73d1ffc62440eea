import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Memory of the database's processes that serve requests, in MiB, without what they share. */
async function databaseMemory(): Promise<number> {
  const processes = await server.context.db.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and usename = 'authenticator'`,
  );
  const sizes = processes.map(async ({ pid }) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  });
  return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
}

const embeds = (count: number, tag: number): string =>
  Array.from({ length: count }, (_, index) => `a${tag}x${index}:opinions(id)`).join(',');

type Send = (address: string) => Promise<Response>;

/** Sends requests for `count` relations, each request with other names, and twice: what is met again is kept. */
async function flood(requests: number, count: number, send: Send): Promise<ReadonlySet<number>> {
  const parallel = 16;
  const statuses = new Set<number>();
  for (let from = 0; from < requests; from += parallel)
    for (let round = 0; round < 2; round += 1) {
      const addresses = Array.from({ length: parallel }, (_, index) => embeds(count, from + index));
      const responses = await Promise.all(
        addresses.map((select) => send(`/rest/v1/walkers?select=${select}`)),
      );
      for (const response of responses) {
        await response.text();
        statuses.add(response.status);
      }
    }
  return statuses;
}

const onLinux = test.runIf(process.platform === 'linux');

onLinux(
  'V2: requests for hundreds of relations are refused and leave no memory with the database',
  async () => {
    await flood(16, 1, server.request);
    const before = await databaseMemory();
    expect(await flood(48, 240, server.request)).toEqual(new Set([400]));
    expect((await databaseMemory()) - before).toBeLessThan(50);
  },
);

onLinux('V2: what the database keeps of thousands of different requests is bounded in bytes', async () => {
  const before = await databaseMemory();
  // Without an account, a column may be named three times.
  expect(await flood(320, 3, server.request)).toEqual(new Set([401]));
  // A busy machine cancels some of them after their 250 ms, which keeps no less memory.
  expect(await flood(320, 8, server.as('diego').request)).toContain(200);
  const filled = await databaseMemory();
  expect(await flood(640, 7, server.as('elena').request)).toContain(200);
  expect((await databaseMemory()) - filled).toBeLessThan(50);
  expect(filled - before).toBeLessThan(300);
});
