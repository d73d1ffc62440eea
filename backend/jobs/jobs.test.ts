import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutages } from '../telemetry/outages.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createJobs } from './jobs.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const countMail = async () => ({ refund: async () => {} });

test('a job that fails is logged with its reason, counted and done at the next look, then once a period', async () => {
  const lines: string[] = [];
  const memory = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) });
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    if (runs === 1) throw new Error('550 no such mailbox');
  };
  const job = { name: 'digest', periodMs: 3_600_000, run };
  using outages = createOutages(pino(memory));
  using jobs = createJobs({ ...server.context, countMail, failed: outages.failed }, [job]);
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

test('O4 a job that the database fails belongs to the outage; one that the mail server fails does not', async () => {
  const lines: string[] = [];
  const memory = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) });
  await using unreachable = await startTestApp({
    environment: { SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' },
  });
  const notice = { kind: 'digest', to: 'a@example.com', language: 'es', subject: 'a', heading: 'a' } as const;
  const { db, mail } = unreachable.context;
  using outages = createOutages(pino(memory));
  using jobs = createJobs({ db, mail, countMail, failed: outages.failed }, [
    {
      name: 'database',
      periodMs: 1000,
      run: async (tools) => void (await tools.db.query('select pg_terminate_backend(pg_backend_pid())')),
    },
    {
      name: 'mail',
      periodMs: 1000,
      run: (tools) => tools.sendNotice({ ...notice, text: 'a', button: 'a', link: 'https://a.cl' }),
    },
  ]);
  await jobs.runDue();
  await jobs.runDue();
  const said = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(said.filter((msg) => msg.startsWith('the database is away'))).toHaveLength(1);
  expect(said.filter((msg) => msg.startsWith('job failed'))).toHaveLength(2);
  expect(jobs.failures()).toEqual(
    new Map([
      ['database', 2],
      ['mail', 2],
    ]),
  );
});
