import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createJobs } from './jobs.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

test('a job that fails is logged with its reason, counted and done at the next look, then once a period', async () => {
  const lines: string[] = [];
  const memory = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) });
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    if (runs === 1) throw new Error('550 no such mailbox');
  };
  const job = { name: 'digest', period: 3_600_000, run };
  using jobs = createJobs({ ...server.context, log: pino(memory) }, [job]);
  await jobs.runDue();
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 50, job: 'digest', reason: '550 no such mailbox', msg: 'job failed; it will be retried' },
  ]);
  expect(jobs.failures()).toEqual(new Map([['digest', 1]]));
  expect(await jobs.lastSuccesses()).toEqual(new Map());
  await jobs.runDue();
  await jobs.runDue();
  expect([runs, lines.length]).toEqual([2, 1]);
  expect([...(await jobs.lastSuccesses()).keys()]).toEqual(['digest']);
});
