import { expect, test as base, type Page } from '@playwright/test';
import { closePanel, openPanel } from './passengerSteps.ts';
import { write, type DriverAccount } from './people.ts';
import { freePort, startProduct, type Product } from './product.ts';
import { signIn } from './steps.ts';
import { wordsOf, type Language } from './words.ts';

/** Journeys on a product of their own, which they may kill and change, on devices that keep the app. */
export const test = base.extend<object, { readonly product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see that it depends on nothing
    async ({}, provide) => {
      const limits = /^(sign_in_sign_ups|token_refresh)\s*=.*$/gm;
      await using product = await startProduct({
        port: await freePort(),
        environment: { NIGHT_HOURS: 'off' },
        configure: (config) => config.replace(limits, '$1 = 100000'),
      });
      await provide(product);
    },
    { scope: 'worker' },
  ],
  baseURL: ({ product }, provide) => provide(product.address),
  serviceWorkers: 'allow',
});

/** A tour that is only in the database. */
export const tour = { name: 'Ruta de los observatorios', place: 'Cerro Calán' };

export async function addTour({ address }: Product): Promise<void> {
  const stops = [{ place: tour.place, duration: '1 h', description: '' }];
  const fields = { name: tour.name, description: '', duration: '3hours', taxiTime: '2 h', stops };
  await write('time_based_routes', fields, address);
}

/** What the service worker keeps of a person: the paths of it. */
export function keptOfPerson(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `caches.has('personal:kept').then(async (has) => !has ? [] :
      (await (await caches.open('personal:kept')).keys()).map(({ url }) => new URL(url).pathname).sort())`,
  );
}

/** The first visit is over: everything that is to be kept has been. */
export async function untilKept(page: Page, paths: number): Promise<void> {
  await expect
    .poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), { timeout: 30_000 })
    .toBe(true);
  await expect.poll(() => keptOfPerson(page)).toHaveLength(paths);
}

/** Signs in and waits until the device can do without a network. */
export async function firstVisit(page: Page, driver: DriverAccount): Promise<void> {
  await signIn(page, driver);
  await untilKept(page, 2);
}

/**
 * How long it takes until the driver's name is on the screen: the best of five, because what else this machine is doing
 * is not the app's doing. In milliseconds.
 */
export async function timeToOpen(page: Page, { name }: DriverAccount): Promise<number> {
  const times: number[] = [];
  for (let opening = 0; opening < 5 && !times.some((time) => time < 1_000); opening += 1) {
    const start = performance.now();
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('banner').getByRole('heading', { name }).waitFor();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

/** No picture on the screen is missing. */
export async function expectPictures(page: Page): Promise<void> {
  const missing = `[...document.images].filter((image) => image.checkVisibility() && image.loading !== 'lazy'
    && !(image.complete && image.naturalWidth > 0)).map(({ src }) => src)`;
  await expect.poll(() => page.evaluate(missing)).toEqual([]);
}

/** Every panel of the home screen opens with its content, in a language. */
export async function expectEveryPanel(page: Page, language: Language): Promise<void> {
  const { home } = await wordsOf(language);
  const dialog = page.getByRole('dialog');
  for (const [id, { title }] of Object.entries(home.tiles)) {
    if (id === 'location') continue;
    await openPanel(page, title);
    await expect(dialog.getByRole('progressbar')).toBeHidden();
    await expect(dialog.getByText(home.panelFailed)).toBeHidden();
    if (id === 'tours') await expect(dialog.getByText(tour.place)).toBeVisible();
    if (id === 'places') await expect(dialog.getByRole('article').first()).toBeVisible();
    if (id === 'guide') await expect(dialog.getByRole('img').first()).toBeVisible();
    await expectPictures(page);
    await closePanel(page);
  }
  await page.getByRole('button', { name: home.rateTrip }).click();
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  await closePanel(page);
}
