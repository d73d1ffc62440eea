import { expect, type Page } from '@playwright/test';
import { test as base } from './ownProduct.ts';
import { closePanel, openPanel } from './passengerSteps.ts';
import type { DriverAccount } from './people.ts';
import type { Product } from './product.ts';
import { publish } from './publishing.ts';
import { signIn } from './steps.ts';
import { wordsOf, type Language } from './words.ts';

/** Journeys on a product of their own, on devices that keep the app. */
export const test = base.extend({ serviceWorkers: 'allow' });

/** A tour that is only in the newest release. */
export const tour = { name: 'Ruta de los observatorios', place: 'Cerro Calán' };

export async function addTour({ address }: Product): Promise<void> {
  const stops = [
    { place: { es: tour.place }, duration: { es: '1 h' }, description: { es: 'Vista a los Andes' } },
  ];
  const texts = {
    name: { es: tour.name },
    description: { es: 'Dos observatorios' },
    taxiTime: { es: '2 h' },
  };
  const added = { id: crypto.randomUUID(), duration: '3hours' as const, ...texts, stops };
  await publish((content) => ({ ...content, tours: [...content.tours, added] }), address);
}

/** The paths that the service worker keeps of a person. */
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
  await untilKept(page, 1);
  await expect.poll(() => page.evaluate(`localStorage.getItem('content-at')`)).not.toBeNull();
}

/**
 * How long it takes until the driver's name is on the screen: the best of twenty, because what else this machine is doing
 * is not the app's doing. In milliseconds.
 */
export async function timeToOpen(page: Page, { name }: DriverAccount): Promise<number> {
  const times: number[] = [];
  for (let opening = 0; opening < 20 && !times.some((time) => time < 1_000); opening += 1) {
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
