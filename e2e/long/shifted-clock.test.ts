import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ended, root } from '../../backend/testing/processes.ts';
import { createClock, type Clock } from './clock/clock.ts';
import { installPackages } from './debian.ts';

let clock: Clock;
beforeAll(async () => {
  installPackages('libfaketime');
  clock = await createClock();
});
afterAll(() => clock?.[Symbol.asyncDispose]());

/** In UTC. In Chile clocks go back at 03:00 on 4 April 2027, and forward at 04:00 on 5 September. */
const instants = [
  '2026-12-31T23:58Z',
  '2027-04-04T02:58Z',
  '2027-09-05T03:58Z',
  '2028-02-29T02:40Z',
  '2030-06-15T12:00Z',
];

/**
 * The server tests that may depend on the date: those of the product, and those of the backend that name a date or an expiry.
 * The times of files are the kernel's, which has the real clock, so tests that set them are left out.
 */
async function findTests(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const file of glob('{backend,server,shared,supabase}/**/*.test.ts', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    const isDated = !file.startsWith('backend/') || /expir|Date\.now|new Date/i.test(text);
    if (isDated && !text.includes('utimes(')) found.push(file);
  }
  return found;
}

test.each(instants)(
  'Node and PostgreSQL have the clock of %s, by which a statement times out',
  async (at) => {
    const data = await mkdtemp(join(tmpdir(), 'transfer-clock-'));
    onTestFinished(() => rm(data, { recursive: true }));
    const probe = clock.run(new Date(at), process.execPath, 'e2e/long/clock/probe.ts', data);
    expect(await ended(probe), probe.output()).toBe(0);
    const [node, postgres, error] = JSON.parse(probe.output()) as [string, string, string];
    for (const time of [node, postgres]) {
      const aheadMs = new Date(time).getTime() - new Date(at).getTime();
      expect([time, aheadMs > -1000 && aheadMs < 120_000]).toEqual([time, true]);
    }
    expect(error).toBe('57014');
  },
);

test.each(instants)('the server tests pass at %s', async (at) => {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...(await findTests())];
  const suite = clock.run(new Date(at), process.execPath, ...vitest);
  expect(await ended(suite), suite.output()).toBe(0);
  expect(suite.output()).toMatch(/Tests .* passed/);
});
