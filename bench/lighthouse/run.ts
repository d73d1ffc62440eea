import { mkdtemp, mkdtempDisposable } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { cores, percentiles } from '../../backend/bench/machine/load.ts';
import { freePort } from '../../backend/testing/processes.ts';
import { buildOnce } from '../../tools/build.ts';
import { findBrowser } from '../../tools/browser.ts';
import { startProduct } from '../product.ts';
import { cpuSlowDown } from './conditions.ts';
import { audit, installLighthouse, lighthouseVersion, type Audit } from './lighthouse.ts';
import { preparePages, signIn, type MeasuredPage } from './pages.ts';
import { tap, visitAgain } from './visits.ts';
import { laterOpenings, measureWaits, waitRows, type Waits } from './waits.ts';

const runs = 3;
const waitRuns = 5;
const port = 8_331;

const whole = (value: number) => value.toFixed(0);
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);

/** The figures of a page in the order of the report: label, target and form of each. */
const figures = {
  performance: ['performance', '≥ 95', whole],
  accessibility: ['accessibility', '100', whole],
  bestPractices: ['best practices', '100', whole],
  firstPaint: ['first paint, s', '', seconds],
  largestPaint: ['largest paint, s', '≤ 1.8', seconds],
  blockingTime: ['blocking time, ms', '', whole],
  layoutShift: ['layout shift', '', (value: number) => value.toFixed(3)],
  secondVisit: ['largest paint of the second visit, s', '≤ 0.8', seconds],
  interaction: ['interaction, ms', '≤ 100', whole],
  benchmarkIndex: ['the machine’s speed (benchmark index)', '', whole],
} as const;

type Figures = Readonly<Record<keyof typeof figures, number>> & Pick<Audit, 'failed'>;

/** The median of each figure by itself: they do not depend on each other. */
function middle(all: readonly Figures[]): Figures {
  const medians = Object.keys(figures).map((key) => [
    key,
    percentiles(all.map((each) => each[key as keyof typeof figures]))(0.5),
  ]);
  const failed = [...new Set(all.flatMap((each) => each.failed))];
  return { ...(Object.fromEntries(medians) as Omit<Figures, 'failed'>), failed };
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

function renderWaits({ times, waterfall }: Waits): string {
  const rows = Object.entries(waitRows).map(
    ([key, [label, target]]) =>
      `| ${label} | ${target === null ? '' : `≤ ${target}`} | ${seconds(times[key as keyof typeof times])} |`,
  );
  const files = [...waterfall]
    .sort((one, other) => one.startMs - other.startMs)
    .map(
      ({ name, startMs, endMs, bytes }) =>
        `| ${whole(startMs)} | ${whole(endMs)} | ${whole(bytes / 1024)} | \`${name.replace(/^\/assets\//, '').replace(/.*(?=\/)/, '…')}\` |`,
    );
  return `## What a person waits for

A tablet of 1280×800, and a phone for the public pages, under the same conditions without Lighthouse: from the navigation
to the moment that the part has been painted and takes a touch. First visit: no caches, signed in. Second visit: with what
the first one left. Panels: from the touch to the paint, later times as the median of ${laterOpenings}. In seconds, medians of ${waitRuns} runs.

| | target | |
| --- | ---: | ---: |
${rows.join('\n')}

### First visit of the home screen

| from, ms | to, ms | KiB | |
| ---: | ---: | ---: | --- |
${files.join('\n')}
`;
}

function render(all: ReadonlyMap<MeasuredPage, Figures>): string {
  const pages = [...all.keys()];
  const rows = Object.entries(figures).map(([key, [label, target, form]]) => {
    const values = [...all.values()].map((each) => form(each[key as keyof typeof figures]));
    return `| ${label} | ${target} | ${values.join(' | ')} |`;
  });
  const failed = [...all].flatMap(([page, each]) => each.failed.map((name) => `${page.name} ${name}`));
  return `# The pages on a slow phone

\`npm run bench -- lighthouse\`: Lighthouse ${lighthouseVersion}, mobile preset with ${cpuSlowDown}× CPU slow-down and its simulated slow 4G
(1.6 Mb/s, 150 ms); each figure is the median of ${runs} runs. Second visit and interaction are measured in the browser
itself under the same conditions: the largest paint with what the first visit left, and a tap that opens a dialog.
${cores} shared with others: the load was ${loadavg()[1]?.toFixed(1)}.

| | target | ${pages.map(({ name }) => `\`${name}\``).join(' | ')} |
| --- | ---: | ${pages.map(() => '---:').join(' | ')} |
${rows.join('\n')}
${failed.length > 0 ? `\nMarked down: ${failed.join(', ')}.\n` : ''}`;
}

/** How the pages do on a slow phone, as `RESULT.md`. */
export async function measurePages(): Promise<string> {
  await using stack = new AsyncDisposableStack();
  await buildOnce();
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'lighthouse-'))).path;
  const command = await installLighthouse(folder);
  const server = stack.use(await startProduct(port));
  const base = `http://127.0.0.1:${port}`;
  const { driver, pages } = await preparePages(server);
  const results = new Map<MeasuredPage, Figures>();
  for (const page of pages) {
    const url = base + page.path;
    const all: Figures[] = [];
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
    results.set(page, middle(all));
  }
  await using browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox'],
  });
  return `${render(results)}\n${renderWaits(await measureWaits(browser, base, driver, pages, waitRuns))}`;
}
