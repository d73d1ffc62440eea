import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Person } from '../../backend/bench/machine/person.ts';
import { percentiles } from '../../backend/bench/machine/load.ts';
import { openPhone, openTablet } from './conditions.ts';
import { signIn, type MeasuredPage } from './pages.ts';

/** One file or request of a visit. Times in milliseconds after the navigation began. */
export interface Wait {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly bytes: number;
}

/** Medians in milliseconds; see `waitRows` for each. */
export interface Waits {
  readonly times: Readonly<Record<keyof typeof waitRows, number>>;
  /** The first visit of the first run. */
  readonly waterfall: readonly Wait[];
}

/** Label and target of each figure, in seconds. */
export const waitRows = {
  firstDriver: ['home, first visit: driver’s name', 1.6],
  firstUsable: ['home, first visit: all tiles and the rating button', 2.2],
  secondDriver: ['home, second visit: driver’s name', 0.6],
  secondUsable: ['home, second visit: all tiles and the rating button', 0.9],
  verify: ['`/verify/…`, first visit: the driver', 1.8],
  rate: ['`/rate/…`, first visit: the question', 1.8],
  guide: ['`/guide`, first visit: the title', 1.8],
  trip: ['`/trip#…`, first visit: the state, here that the link opens nothing', 1.8],
  panel: ['a panel opens, first time', 0.12],
  panelAgain: ['a panel opens, later times', 0.08],
  panelContent: ['its content, first time', null],
  panelContentAgain: ['its content, later times', null],
  emptyDialog: ['for comparison: an empty dialog on an empty page, first time', null],
  emptyDialogAgain: ['the same, later times', null],
} as const;

type Measured = Readonly<Record<keyof typeof waitRows, number>>;

/** After this a page has loaded everything. In milliseconds. */
const settledMs = 5_000;
const maxWaitMs = 60_000;
const pollMs = 100;
/** A closed dialog leaves nothing to do after this. */
const pauseMs = 500;
export const laterOpenings = 5;

const emptyPage = `<!doctype html><button class="tile">Open</button>
<dialog><h2>Title</h2><div class="window-content"><p>Text</p></div></dialog>`;

// Code that runs in the page stands here as text: these folders are checked without the types of a browser. The page's
// policy allows no `eval`, and so no `waitForFunction`.
const mark = (name: string) => `performance.getEntriesByName('${name}', 'mark')[0]?.startTime ?? 0`;
const workerReady = `(async () => {
  if ((await navigator.serviceWorker.getRegistrations()).length > 0) await navigator.serviceWorker.ready;
})()`;
const resources = `performance.getEntriesByType('resource').map(({ name, startTime, responseEnd, transferSize }) =>
  ({ name: new URL(name).pathname, startMs: startTime, endMs: responseEnd, bytes: transferSize }))`;
/**
 * Calls back when something that a selector finds has been painted. A message that the next frame's callback sends comes
 * after its paint, before what else there is to do. Looking for it in every frame instead would make the browser draw
 * frames all the time, which a slow phone feels.
 */
const whenPainted = `(selector, done) => {
  const look = () => {
    if (!document.querySelector(selector)) return false;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(null);
    });
    return true;
  };
  const changes = new MutationObserver(() => look() && changes.disconnect());
  if (!look()) changes.observe(document, { childList: true, subtree: true, attributeFilter: ['open'] });
}`;
/** Marks the first heading of the page's content when it has been painted. */
const watchHeading = `(${whenPainted})('main h1', () => performance.mark('heading'))`;
/** Measures from a touch to the paint of the dialog it opens, with its title, and to that of the dialog's content. */
const watchDialog = `(() => {
  const parts = { dialog: 'dialog[open] h2', content: 'dialog[open] .window-content :is(p, li)' };
  for (const name of Object.keys(parts)) performance.clearMarks(name);
  addEventListener('pointerup', ({ timeStamp }) => {
    for (const [name, part] of Object.entries(parts))
      (${whenPainted})(part, () => performance.mark(name, { startTime: performance.now() - timeStamp }));
  }, { once: true, capture: true });
})()`;

/** Waits until an expression in the page gives a number other than 0. */
async function numberOf(page: Page, expression: string): Promise<number> {
  for (let waited = 0; waited < maxWaitMs; waited += pollMs) {
    const value = await page.evaluate<number>(expression).catch(() => 0);
    if (value > 0) return value;
    await page.waitForTimeout(pollMs);
  }
  throw new Error(`${expression} gave no number within ${maxWaitMs} ms`);
}

async function visitHome(context: BrowserContext, url: string) {
  const { page, slow } = await openTablet(context);
  await slow();
  await page.goto(url, { waitUntil: 'commit' });
  const usable = await numberOf(page, mark('usable'));
  const driver = await numberOf(page, mark('driver'));
  return { page, driver, usable, waterfall: await page.evaluate<Wait[]>(resources) };
}

async function visitText(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ locale: 'es-CL', hasTouch: true });
  const { page, slow } = await openPhone(context);
  await page.addInitScript(watchHeading);
  await slow();
  await page.goto(url, { waitUntil: 'commit' });
  const time = await numberOf(page, mark('heading'));
  await context.close();
  return time;
}

async function openDialog(page: Page) {
  await page.evaluate(watchDialog);
  const { x, y, width, height } = (await page.locator('.tile').first().boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  const opened = await numberOf(page, mark('dialog'));
  const content = await numberOf(page, mark('content'));
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.waitForTimeout(pauseMs);
  return { opened, content };
}

/** Opens the dialog of the first tile several times. */
async function openDialogs(page: Page) {
  const first = await openDialog(page);
  const later: (typeof first)[] = [];
  while (later.length < laterOpenings) later.push(await openDialog(page));
  const median = (part: keyof typeof first) => percentiles(later.map((each) => each[part]))(0.5);
  return { first, later: { opened: median('opened'), content: median('content') } };
}

/** The browser's own part of a touch that opens a dialog: there are no styles, no app, and nothing else to draw. */
async function openEmptyDialog(context: BrowserContext) {
  const { page, slow } = await openTablet(context);
  await page.setContent(emptyPage);
  await page.evaluate(
    "document.querySelector('.tile').onclick = () => document.querySelector('dialog').showModal()",
  );
  await slow();
  await page.waitForTimeout(pauseMs);
  const times = await openDialogs(page);
  await page.close();
  return times;
}

async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(settledMs);
  await page.evaluate(workerReady);
  await page.waitForLoadState('networkidle');
}

/** Waits of one run, each visit in a browser without caches; the driver is signed in. */
async function measureOnce(browser: Browser, base: string, driver: Person, pages: readonly MeasuredPage[]) {
  const options = { locale: 'es-CL', viewport: { width: 1280, height: 800 }, hasTouch: true };
  const before = await browser.newContext(options);
  await signIn(before, base, driver);
  // A new sign-in asks the driver first.
  const day = await before.newPage();
  await day.goto(`${base}/`);
  await settle(day);
  const storageState = await before.storageState();
  await before.close();
  const context = await browser.newContext({ ...options, storageState });
  const first = await visitHome(context, `${base}/`);
  await settle(first.page);
  await first.page.close();
  const second = await visitHome(context, `${base}/`);
  await settle(second.page);
  const panel = await openDialogs(second.page);
  await second.page.close();
  const emptyDialog = await openEmptyDialog(context);
  await context.close();
  const textOf = (name: string) =>
    visitText(browser, base + (pages.find(({ path }) => path.startsWith(name))?.path ?? name));
  const times: Measured = {
    firstDriver: first.driver,
    firstUsable: first.usable,
    secondDriver: second.driver,
    secondUsable: second.usable,
    verify: await textOf('/verify'),
    rate: await textOf('/rate'),
    guide: await textOf('/guide'),
    trip: await textOf(`/trip#${'x'.repeat(43)}`),
    panel: panel.first.opened,
    panelAgain: panel.later.opened,
    panelContent: panel.first.content,
    panelContentAgain: panel.later.content,
    emptyDialog: emptyDialog.first.opened,
    emptyDialogAgain: emptyDialog.later.opened,
  };
  return { times, waterfall: first.waterfall };
}

/** The waits of a person on a slow tablet and on a slow phone, as medians of `runs`. */
export async function measureWaits(
  browser: Browser,
  base: string,
  driver: Person,
  pages: readonly MeasuredPage[],
  runs: number,
): Promise<Waits> {
  const all: Awaited<ReturnType<typeof measureOnce>>[] = [];
  while (all.length < runs) all.push(await measureOnce(browser, base, driver, pages));
  const keys = Object.keys(waitRows) as (keyof Measured)[];
  const medians = keys.map((key) => [key, percentiles(all.map(({ times }) => times[key]))(0.5)]);
  return { times: Object.fromEntries(medians) as Measured, waterfall: all[0]!.waterfall };
}
