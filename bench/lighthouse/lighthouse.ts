import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuSlowDown } from './conditions.ts';

const run = promisify(execFile);
export const lighthouseVersion = '13.5.0';

/** Installs Lighthouse into a folder of its own: it is no dependency of the product. */
export async function installLighthouse(folder: string): Promise<string> {
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const name = `lighthouse@${lighthouseVersion}`;
  await run('npm', ['install', '--no-audit', '--no-fund', name], { cwd: folder });
  return join(folder, 'node_modules/lighthouse/cli/index.js');
}

/** Scores from 0 to 100, times in milliseconds, layout shift without a unit. */
export interface Audit {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blockingTime: number;
  readonly layoutShift: number;
  /** How fast the machine runs JavaScript without the slow-down, as Lighthouse measures it before it loads the page. */
  readonly benchmarkIndex: number;
  /** The audits that were marked down, by Lighthouse's names. */
  readonly failed: readonly string[];
}

interface Scored {
  readonly score: number | null;
  readonly numericValue?: number;
  readonly auditRefs?: readonly { readonly id: string; readonly weight: number }[];
}

/** Lighthouse's result, as far as it is read here. */
interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<Record<string, Scored>>;
  readonly audits: Readonly<Record<string, Scored>>;
}

function read({ categories, audits, environment, runtimeError }: Report): Audit {
  if (runtimeError) throw new Error(`Lighthouse could not measure: ${runtimeError.message}`);
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? NaN;
  const marked = ['accessibility', 'best-practices'].flatMap((name) => categories[name]?.auditRefs ?? []);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blockingTime: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    benchmarkIndex: environment.benchmarkIndex,
    failed: marked.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id),
  };
}

/**
 * One run of Lighthouse's mobile preset with its own simulated slow 4G (1.6 Mb/s, 150 ms), in the browser whose
 * debugging port this is: it starts without caches and service worker, local storage is kept.
 */
export async function audit(command: string, url: string, port: number, folder: string): Promise<Audit> {
  const path = join(folder, 'report.json');
  const options = [
    `--port=${port}`,
    '--quiet',
    '--no-enable-error-reporting',
    '--only-categories=performance,accessibility,best-practices',
    '--throttling-method=simulate',
    `--throttling.cpuSlowdownMultiplier=${cpuSlowDown}`,
    '--output=json',
    `--output-path=${path}`,
  ];
  const attempt = () => run(process.execPath, [command, url, ...options]);
  // On a busy machine Lighthouse now and then misses the start of its own recording, and asks to be run again.
  await attempt().catch((error: unknown) => {
    if (!/Please run Lighthouse again/.test(String(error))) throw error;
    return attempt();
  });
  return read(JSON.parse(await readFile(path, 'utf8')) as Report);
}
