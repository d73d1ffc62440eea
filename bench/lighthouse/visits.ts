import type { BrowserContext, Locator, Page } from '@playwright/test';
import { openPhone } from './conditions.ts';

/** After this a page has loaded everything. In milliseconds. */
const settled = 3_000;

// Code that runs in the page stands here as text: these folders are checked without the types of a browser.
const workerReady = `(async () => {
  if ((await navigator.serviceWorker.getRegistrations()).length > 0) await navigator.serviceWorker.ready;
})()`;
const largestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;
const watchEvents = `{
  window.durations = [];
  new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'event', durationThreshold: 16 });
}`;

/** Gives the browser the time to take what comes after the first screen, the service worker included. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(settled);
  await page.evaluate(workerReady);
  await page.waitForLoadState('networkidle');
}

/** The largest paint of the second visit, in milliseconds after it began. */
export async function visitAgain(context: BrowserContext, url: string): Promise<number> {
  const first = await openPhone(context);
  await first.page.goto(url);
  await settle(first.page);
  await first.page.close();
  const second = await openPhone(context);
  await second.slow();
  await second.page.goto(url);
  await second.page.waitForTimeout(settled);
  const paint = await second.page.evaluate<number>(largestPaint);
  await second.page.close();
  return paint;
}

/** A finger, and nothing else: a locator's own click looks at the page first, within the measured time. */
async function touch(page: Page, target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

/** From the tap on `button` to the next paint, in milliseconds; the longest of the tap's events. */
export async function tap(context: BrowserContext, url: string, button: RegExp): Promise<number> {
  const { page, slow } = await openPhone(context);
  await page.goto(url);
  await settle(page);
  await slow();
  await page.evaluate(watchEvents);
  await touch(page, page.getByRole('button', { name: button }).first());
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(settled);
  const durations = await page.evaluate<number[]>('durations');
  await page.close();
  return Math.max(0, ...durations);
}
