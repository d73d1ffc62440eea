import type { BrowserContext } from '@playwright/test';
import { createPerson, noise, type Person } from '../../backend/bench/machine/person.ts';
import type { Target } from '../../backend/bench/machine/process.ts';
import { drivers } from '../product.ts';

/** A page under measurement. */
export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** The element to tap there, to open something. */
  readonly button: RegExp;
  readonly signedIn: boolean;
}

/** The named column of the first row that the data API gives the driver. */
async function readFirst({ port }: Target, path: string, init: RequestInit, column: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/rest/v1/${path}`, init);
  const [row] = (await response.json()) as Readonly<Record<string, string>>[];
  const value = row?.[column];
  if (value === undefined) throw new Error(`the server has no ${column} for the driver`);
  return value;
}

/** Makes a driver with a photo, and the pages to measure. */
export async function preparePages(target: Target) {
  // As the app uploads a photo: 1024 px, and about as heavy as a face before a vehicle window.
  const driver = await createPerson(target, drivers, 0, await noise(160, 1024));
  const { headers, recordId } = driver;
  // The driver's links to the public pages name these.
  const codeOf = `drivers?select=verification_code&id=eq.${recordId}`;
  const code = await readFirst(target, codeOf, { headers }, 'verification_code');
  const token = await readFirst(target, 'rpc/create_rating_link', { method: 'POST', headers }, 'token');
  const language = /Idioma|Español/;
  const pages: readonly MeasuredPage[] = [
    { name: '/login', path: '/login', button: language, signedIn: false },
    { name: '/', path: '/', button: /seguridad/, signedIn: true },
    { name: '/verify/…', path: `/verify/${code}`, button: language, signedIn: false },
    { name: '/rate/…', path: `/rate/${token}`, button: language, signedIn: false },
  ];
  return { driver, pages };
}

/** Signs in by the form, so that the browser holds what a driver's device holds. */
export async function signIn(
  context: BrowserContext,
  base: string,
  { email, password }: Person,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${base}/login`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${base}/`);
  await page.getByRole('img', { name: 'Person 0' }).waitFor();
  await page.close();
}
