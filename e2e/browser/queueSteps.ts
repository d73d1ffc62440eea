import { randomUUID } from 'node:crypto';
import { expect, type Page, type Request } from '@playwright/test';
import type { ReviewReason } from '../../shared/reviews.ts';
import type { Product } from './product.ts';
import { createDriver, rows, type DriverAccount } from './people.ts';
import { signIn } from './steps.ts';
import { wordsOf } from './words.ts';

export const { common, home, rating } = await wordsOf('es');

/** Whether chunks of the app are on the device. */
export function isLoaded(page: Page, ...parts: readonly string[]): Promise<boolean> {
  return page.evaluate<boolean>(
    `${JSON.stringify(parts)}.every((part) =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes(part)))`,
  );
}

/** Everything that a rating needs is on the device. */
export async function untilReady(page: Page): Promise<void> {
  await page.getByRole('button', { name: home.rateTrip }).click();
  await expect(page.getByRole('button', { name: rating.submit })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(() => isLoaded(page, 'HomeEffects', 'PendingReviews', 'delivery')).toBe(true);
}

/** A driver whose screen is ready for the road. */
export async function readyDriver(page: Page, product: Product): Promise<DriverAccount> {
  const driver = await createDriver(undefined, product.address);
  await signIn(page, driver);
  await untilReady(page);
  return driver;
}

/** Rates as a passenger who is in a hurry, and waits for the thanks. */
export async function rate(page: Page, stars: number): Promise<void> {
  await page.getByRole('button', { name: home.rateTrip }).click();
  await page.getByRole('radio', { name: rating.stars(stars) }).check();
  await page.getByRole('button', { name: rating.submit }).dblclick({ noWaitAfter: true });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(home.thanks)).toBeVisible();
}

export interface Rated {
  readonly key: string;
  readonly stars: number;
  readonly reasons?: readonly ReviewReason[];
}

/** All ratings that wait on this device, of whatever driver. */
export async function storedReviews(page: Page): Promise<Rated[]> {
  const kept = await page.evaluate<Rated[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('ratings');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('ratings').objectStore('ratings').getAll();
      reading.onsuccess = () => { opening.result.close(); resolve(reading.result); };
    };
  })`);
  const given = kept.filter((entry) => !('tap' in entry));
  return given.map(({ key, stars, reasons = [] }) => ({ key, stars, reasons }));
}

/** Stores a rating on the device, as the app does when a passenger rates. */
export async function storeReview(page: Page, driverId: string, stars: number): Promise<void> {
  const rating = { key: randomUUID(), driverId, stars, givenAt: Date.now() };
  await page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('ratings', 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('ratings', { keyPath: 'key' }).createIndex('driverId', 'driverId');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const writing = opening.result.transaction('ratings', 'readwrite');
      writing.objectStore('ratings').put(${JSON.stringify(rating)});
      writing.oncomplete = () => { opening.result.close(); resolve(); };
    };
  })`);
}

/** The ratings of a driver in the database, in the order they were written. */
export function reviewsOf(driverId: string, product: Product): Promise<Rated[]> {
  const query = `driver_id=eq.${driverId}&select=key:idempotency_key,stars:rating&order=created_at`;
  return rows<Rated>('reviews', query, product.address);
}

/** Their stars alone. */
export async function starsOf(driverId: string, product: Product): Promise<number[]> {
  return (await reviewsOf(driverId, product)).map(({ stars }) => stars);
}

/** Whether a request delivers a rating. */
export function isReview(request: Request): boolean {
  return request.method() === 'POST' && request.url().includes('/rest/v1/reviews');
}

export const reviews = '**/rest/v1/reviews*';
