import { expect, type Browser, type Page } from '@playwright/test';
import { test } from '../browser/ownProduct.ts';
import type { DriverAccount } from '../browser/people.ts';
import type { Product } from '../browser/product.ts';
import {
  isReview,
  storedReviews,
  rate,
  reviewsOf,
  readyDriver,
  reviews,
  untilReady,
  type Rated,
} from '../browser/queueSteps.ts';

const cycles = Number(process.env['CYCLES'] ?? 200);

test.use({ limit: '0' });

/** A driver's device, and what its passengers have given. */
class ListedDevice {
  readonly driver: DriverAccount;
  readonly given = new Map<string, number>();
  page: Page;

  constructor(driver: DriverAccount, page: Page) {
    this.driver = driver;
    this.page = page;
  }

  static async ofNewDriver(browser: Browser, product: Product): Promise<ListedDevice> {
    const context = await browser.newContext({ baseURL: product.address });
    const page = await context.newPage();
    return new ListedDevice(await readyDriver(page, product), page);
  }

  setOffline(offline: boolean): Promise<void> {
    return this.page.context().setOffline(offline);
  }

  /** Takes a rating without a signal, so that it is certainly on the device and nowhere else. */
  async rateOffline(stars: number): Promise<void> {
    await this.setOffline(true);
    await rate(this.page, stars);
    for (const { key, stars: kept } of await storedReviews(this.page)) this.given.set(key, kept);
  }

  /** The tab is closed, and opened again where there is a signal, but nothing can be delivered yet. */
  async reopen(): Promise<void> {
    const context = this.page.context();
    await this.page.close();
    this.page = await context.newPage();
    await this.page.route(reviews, (route) => route.abort());
    await this.setOffline(false);
    await this.page.goto('/');
    await untilReady(this.page);
    await this.setOffline(true);
    await this.page.unroute(reviews);
  }
}

/** Moments of a delivery at which the server is killed or the signal lost; one after the other. */
const moments: readonly ((page: Page) => Promise<unknown>)[] = [
  (page) => page.waitForRequest(isReview),
  (page) => page.waitForResponse((response) => isReview(response.request())),
  (page) =>
    new Promise<void>((written) => {
      const answerLost = page.route(
        reviews,
        async (route) => {
          await route.fetch().catch(() => undefined);
          written();
          await route.abort();
        },
        { times: 1 },
      );
      answerLost.catch(() => undefined);
    }),
  async (page) => {
    await page.waitForRequest(isReview);
    await page.context().setOffline(true);
  },
];

test(`${cycles} times offline, online and cut off: each rating is in the database once`, async ({
  browser,
  product,
}) => {
  test.setTimeout(40 * 60_000);
  const devices = [
    await ListedDevice.ofNewDriver(browser, product),
    await ListedDevice.ofNewDriver(browser, product),
  ];
  let alive = true;
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    // The passengers rate while a killed server is coming up.
    await Promise.all([
      alive || product.restart(),
      ...devices.map((device, index) => device.rateOffline(1 + ((cycle + index) % 5))),
    ]);
    const turn = Math.floor(cycle / 2);
    const device = devices[turn % devices.length]!;
    if (cycle % 20 === 19) await device.reopen();
    const moment = moments[Math.floor(turn / 2) % moments.length]!(device.page);
    await Promise.all(devices.map((each) => each.setOffline(false)));
    await moment;
    // Every second time the server is killed; the other times the device loses its signal, at the same moments.
    alive = cycle % 2 === 1;
    await (alive ? device.setOffline(true) : product.kill());
  }
  if (!alive) await product.restart();

  for (const device of devices) {
    await device.setOffline(false);
    await device.page.evaluate("window.dispatchEvent(new Event('online'))");
    await expect.poll(() => storedReviews(device.page), { timeout: 120_000 }).toEqual([]);
    const byKey = (a: Rated, b: Rated) => a.key.localeCompare(b.key);
    const written = await reviewsOf(device.driver.driverId, product);
    const given = [...device.given].map(([key, stars]) => ({ key, stars }));
    expect(given).toHaveLength(cycles);
    expect(written.sort(byKey)).toEqual(given.sort(byKey));
  }
});
