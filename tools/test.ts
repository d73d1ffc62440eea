import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { keepTemporaryFilesInMemory } from '../backend/testing/memory.ts';
import { buildOnce } from './build.ts';
import { findBrowser } from './browser.ts';

const root = resolve(import.meta.dirname, '..');

interface Count {
  readonly passed: number;
  readonly failed: number;
  /** The failed tests with their reasons, printed once more at the end: the journeys' output is long. */
  readonly failures?: readonly string[];
}

/** The part of Vitest's report that is read here: https://vitest.dev/guide/reporters#json-reporter */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Twice what the longest part takes on two quiet cores. */
const maxRunMs = 120 * 60_000;
/** Share of the journeys, rounded up, that may need a second attempt: a stall of the machine, not a defect. */
const mostRetriedShare = 0.01;
/** How long a program may take to end after it has written its report. */
const maxExitMs = 60_000;

/**
 * Runs a program of a package on our Node. A program that hangs is killed: the run then fails with a sentence, or, when
 * `report` was complete, goes by that report.
 * @param report the file that the program writes when its tests have ended
 * @returns whether the program ended well
 */
async function run(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  report?: string,
): Promise<boolean> {
  // Piped, not inherited: a process that a test leaves behind would keep our own output open for its reader.
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...process.env, ...environment },
  });
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  let reportedAt = Infinity;
  const startedAt = Date.now();
  const watch = setInterval(() => {
    if (report && existsSync(report)) reportedAt = Math.min(reportedAt, Date.now());
    const isHanging = Date.now() - startedAt > maxRunMs || Date.now() - reportedAt > maxExitMs;
    if (isHanging && child.kill('SIGKILL'))
      console.error(
        `${program} hung ${reportedAt < Infinity ? 'after its report' : 'in its tests'}: it was killed.`,
      );
  }, 1000);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearInterval(watch);
  await Promise.race([once(child, 'close'), delay(2000)]);
  return code === 0 || (signal === 'SIGKILL' && reportedAt < Infinity);
}

/** A check that is one test: it holds or it does not. */
async function check(name: string, holds: Promise<boolean>): Promise<Count> {
  const ok = await holds;
  console.log(`${ok ? '✓' : '✗'} ${name}`);
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Where a run writes its report: no other run of the same program may find it there. */
const reportFile = (folder: string, program: string, args: readonly string[]): string =>
  join(folder, `${[program, ...args].join('-').replace(/[^\w-]/g, '-')}.json`);

async function vitest(folder: string, ...args: readonly string[]): Promise<Count> {
  const report = reportFile(folder, 'vitest', args);
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const environment = { CHROMIUM_PATH: await findBrowser() };
  const ok = await run('vitest/vitest.mjs', ['run', ...args, ...options], environment, report);
  const {
    numPassedTests: passed,
    numTotalTests: total,
    testResults,
  } = JSON.parse(
    await readFile(report, 'utf8').catch(() => '{"numPassedTests":0,"numTotalTests":1,"testResults":[]}'),
  ) as VitestReport;
  const failures = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}\n${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`),
  ]);
  return { passed, failed: Math.max(total - passed, ok ? 0 : 1), failures };
}

async function playwright(folder: string, ...args: readonly string[]): Promise<Count> {
  const report = reportFile(folder, 'playwright', args);
  const environment = { CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const ok = await run(
    '@playwright/test/cli.js',
    ['test', ...args, '--reporter=list,json'],
    environment,
    report,
  );
  const { stats } = JSON.parse(
    await readFile(report, 'utf8').catch(
      () => '{"stats":{"expected":0,"unexpected":1,"flaky":0,"skipped":0}}',
    ),
  ) as { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };
  const mayRetry = Math.ceil((stats.expected + stats.flaky) * mostRetriedShare);
  if (stats.flaky > 0)
    console.log(`${stats.flaky} journeys passed at the second attempt only; at most ${mayRetry} may`);
  const tooMany = Math.max(0, stats.flaky - mayRetry);
  const failed = stats.unexpected + stats.skipped + tooMany;
  return { passed: stats.expected + stats.flaky - tooMany, failed: Math.max(failed, ok ? 0 : 1) };
}

/**
 * Everything that must hold. A part that writes what another reads comes first. Journeys do not run beside the other tests: oversubscribed
 * on two cores, both suites would time out.
 */
async function countAll(folder: string): Promise<Count[]> {
  await keepTemporaryFilesInMemory();
  // Journeys start the product some twenty times; half of that is the compilation of its code.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  const checks = await Promise.all([
    check('types of server, tools and tests', run('typescript/bin/tsc', ['-p', '.'])),
    check('types of the web app', run('typescript/bin/tsc', ['-p', 'web'])),
    check('lint', run('oxlint/bin/oxlint', ['--deny-warnings'])),
    check('format', run('oxfmt/bin/oxfmt', ['--check', '.'])),
    check('build', build()),
  ]);
  const units = await vitest(folder);
  const alone = await vitest(folder, '--mode', 'timed');
  return [...checks, units, alone, await playwright(folder, '--project', 'journeys')];
}

/**
 * The tests of minutes: servers killed again and again under load, ratings in flight. The device that is used for half an
 * hour waits most of that time: it runs beside the others.
 */
async function countLong(folder: string): Promise<Count[]> {
  return [
    await check('build', build()),
    ...(await Promise.all(['long', 'soak'].map((mode) => vitest(folder, '--mode', mode)))),
    await vitest(folder, '--mode', 'deployments'),
    await playwright(folder, '--project', 'long'),
    await playwright(folder, '--config', 'e2e/long/playwright.config.ts'),
  ];
}

/** The container image, built and run. */
async function countContainer(folder: string): Promise<Count[]> {
  return [await vitest(folder, '--mode', 'container')];
}

function build(): Promise<boolean> {
  return buildOnce().then(
    () => true,
    (error: Error) => (console.error(error), false),
  );
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-reports-'));
  const suites: Readonly<Record<string, typeof countAll>> = {
    '--long': countLong,
    '--container': countContainer,
  };
  const counts = await (suites[process.argv[2] ?? ''] ?? countAll)(folder);
  await rm(folder, { recursive: true });
  const sum = (key: 'passed' | 'failed'): number => counts.reduce((total, count) => total + count[key], 0);
  for (const failure of counts.flatMap(({ failures = [] }) => failures)) console.log(`\n✗ ${failure}`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  if (sum('failed') > 0) process.exitCode = 1;
}

await main();
