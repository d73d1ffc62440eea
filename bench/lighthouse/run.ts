import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { buildOnce } from '../../tools/build.ts';
import { findBrowser } from '../../tools/browser.ts';
import { startBenchServer } from '../machine/server.ts';
import { cpuSlowDown } from './conditions.ts';
import { audit, installLighthouse, lighthouseVersion, type Audit } from './lighthouse.ts';
import { preparePages, signIn, type MeasuredPage } from './pages.ts';
import { tap, visitAgain } from './visits.ts';

const runs = 3;
const port = 8_331;

interface Figures extends Audit {
  readonly page: MeasuredPage;
  readonly secondVisit: number;
  readonly interaction: number;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  return free;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[runs >> 1] ?? NaN;

/** The median of each figure by itself: they do not depend on each other. */
function middle(page: MeasuredPage, all: readonly Omit<Figures, 'page'>[]): Figures {
  const of = (key: Exclude<keyof Figures, 'page' | 'failed'>) => median(all.map((each) => each[key]));
  return {
    page,
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    firstPaint: of('firstPaint'),
    largestPaint: of('largestPaint'),
    blockingTime: of('blockingTime'),
    layoutShift: of('layoutShift'),
    secondVisit: of('secondVisit'),
    interaction: of('interaction'),
    failed: [...new Set(all.flatMap(({ failed }) => failed))],
  };
}

/** A browser of its own, which Lighthouse reaches by `debuggingPort`. */
async function withBrowser<Result>(
  folder: string,
  work: (context: BrowserContext, debuggingPort: number) => Promise<Result>,
): Promise<Result> {
  const profile = await mkdtemp(join(folder, 'profile-'));
  const debuggingPort = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: ['--no-sandbox', `--remote-debugging-port=${debuggingPort}`],
    locale: 'es-CL',
    viewport: null,
    hasTouch: true,
  });
  try {
    return await work(context, debuggingPort);
  } finally {
    await context.close();
  }
}

function render(all: readonly Figures[]): string {
  const row = (label: string, target: string, of: (figures: Figures) => string) =>
    `| ${label} | ${target} | ${all.map(of).join(' | ')} |`;
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
  const whole = (value: number) => value.toFixed(0);
  const failed = all.flatMap(({ page, failed: names }) => names.map((name) => `${page.name} ${name}`));
  return `# The pages on a slow phone

\`npm run bench -- lighthouse\`: Lighthouse ${lighthouseVersion}, mobile preset with ${cpuSlowDown}× CPU slow-down and its simulated slow 4G
(1.6 Mb/s, 150 ms); each figure is the median of ${runs} runs. Second visit and interaction are measured in the browser
itself under the same conditions: the largest paint with what the first visit left, and a tap that opens a dialog.
${cpus().length} cores (${cpus()[0]?.model.split(' ').slice(0, 2).join(' ')}) shared with others: the load was ${loadavg()[1]?.toFixed(1)}.

| | target | ${all.map(({ page }) => `\`${page.name}\``).join(' | ')} |
| --- | ---: | ${all.map(() => '---:').join(' | ')} |
${row('performance', '≥ 95', (each) => whole(each.performance))}
${row('accessibility', '100', (each) => whole(each.accessibility))}
${row('best practices', '100', (each) => whole(each.bestPractices))}
${row('first paint, s', '', (each) => seconds(each.firstPaint))}
${row('largest paint, s', '≤ 1.8', (each) => seconds(each.largestPaint))}
${row('blocking time, ms', '', (each) => whole(each.blockingTime))}
${row('layout shift', '', (each) => each.layoutShift.toFixed(3))}
${row('largest paint of the second visit, s', '≤ 0.8', (each) => seconds(each.secondVisit))}
${row('interaction, ms', '≤ 100', (each) => whole(each.interaction))}
${failed.length > 0 ? `\nMarked down: ${failed.join(', ')}.\n` : ''}`;
}

/** How the pages do on a slow phone, as `RESULT.md`. */
export async function measurePages(): Promise<string> {
  await using stack = new AsyncDisposableStack();
  await buildOnce();
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const command = await installLighthouse(folder);
  const server = stack.use(await startBenchServer(port));
  const base = `http://127.0.0.1:${port}`;
  const { driver, pages } = await preparePages(server);
  const results: Figures[] = [];
  for (const page of pages) {
    const url = base + page.path;
    const all: Omit<Figures, 'page'>[] = [];
    for (let run = 0; run < runs; run += 1)
      all.push(
        await withBrowser(folder, async (context, debuggingPort) => {
          if (page.signedIn) await signIn(context, base, driver);
          return {
            ...(await audit(command, url, debuggingPort, folder)),
            secondVisit: await visitAgain(context, url),
            interaction: await tap(context, url, page.button),
          };
        }),
      );
    results.push(middle(page, all));
  }
  return render(results);
}
