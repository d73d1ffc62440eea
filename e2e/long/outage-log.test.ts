import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databasePid, type Program } from '../../backend/testing/processes.ts';
import { startManagedPostgres, type ManagedPostgres } from '../../backend/testing/servers.ts';
import { createServers } from '../../server/testing/servers.ts';

/*
 * The log of real outages: the PostgreSQL of two servers is killed, and killed again whenever it is back, so that it is away
 * for seconds.
 */

const servers = [createServers(beforeAll, afterAll), createServers(beforeAll, afterAll)];
const stack = new AsyncDisposableStack();
let postgres: ManagedPostgres;
let programs: readonly Program[] = [];
beforeAll(async () => {
  postgres = stack.use(await startManagedPostgres());
  const DATA_DIR = servers[0]!.dataDir;
  const environment = { DATABASE_URL: postgres.url, DATA_DIR, REQUESTS_PER_SECOND: '0' };
  programs = [await servers[0]!.started(environment), await servers[1]!.started(environment)];
}, 60_000);
afterAll(() => stack.disposeAsync());

interface Line {
  readonly level: string;
  readonly msg: string;
}

/** How often a server's log says each thing, after `from` characters of its output. */
function messagesOf(program: Program, from: number): Readonly<Record<string, number>> {
  const lines = program
    .output()
    .slice(from)
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
  // Slow requests are warned of, and on a busy machine some are slow.
  const counted = lines.filter(({ level, msg }) => !(level === 'warn' && msg === 'request'));
  const groups = Object.groupBy(counted, ({ msg }) => msg);
  return Object.fromEntries(Object.entries(groups).map(([msg, each]) => [msg, each?.length ?? 0]));
}

const away = 'the database is away: requests that need it get 503 until it is back';
const back = 'the database is not away any more: no request was refused since';

/** The responses of both servers to a read, and to a function. */
async function ask(): Promise<readonly number[]> {
  const text = await readFile(join(servers[0]!.dataDir, 'secrets.json'), 'utf8');
  const { publishableKey: apikey } = JSON.parse(text) as { publishableKey: string };
  const paths = [
    '/rest/v1/time_based_routes?select=name',
    '/functions/v1/my-data',
    '/auth/v1/health',
    '/health',
  ];
  return Promise.all(
    servers.flatMap(({ port }) =>
      paths.map(async (path) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { apikey } });
        await response.body?.cancel();
        return response.status;
      }),
    ),
  );
}

/** Kills PostgreSQL as often as it comes back. */
async function killAgainAndAgain(times: number): Promise<void> {
  const folder = dirname(postgres.folder);
  let last = 0;
  for (let killed = 0; killed < times;) {
    const pid = await databasePid(folder).catch(() => last);
    if (pid !== last && pid > 0) {
      process.kill(pid, 'SIGKILL');
      last = pid;
      killed += 1;
    }
    await delay(20);
  }
}

test.each([
  ['under requests', true],
  ['of a server that nobody asks', false],
])('O4 an outage %s is said once, and once that it is over', async (_, isAsked) => {
  const from = programs.map((program) => program.output().length);
  const over = new AbortController();
  if (!isAsked) over.abort();
  const asking = (async () => {
    while (!over.signal.aborted) await ask();
  })();
  await killAgainAndAgain(6);
  await expect.poll(async () => new Set(await ask()).has(503), { timeout: 60_000 }).toBe(false);
  over.abort();
  await asking;
  const said = isAsked ? back : away;
  await Promise.all(
    programs.map((program, index) =>
      expect
        .poll(() => messagesOf(program, from[index]!)[said] ?? Number(!isAsked), { timeout: 60_000 })
        .toBe(1),
    ),
  );
  for (const [index, program] of programs.entries()) {
    const { 'database connection lost': lost = 0, ...others } = messagesOf(program, from[index]!);
    expect(lost).toBeLessThanOrEqual(1);
    expect(Object.keys(others).filter((msg) => msg !== away && msg !== back)).toEqual([]);
    for (const count of Object.values(others)) expect(count).toBe(1);
  }
});
