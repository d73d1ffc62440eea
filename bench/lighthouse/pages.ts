import { randomBytes } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import sharp from 'sharp';
import { createFixture, type Fixture } from '../machine/fixture.ts';
import type { Target } from '../machine/target.ts';

/** A page under measurement. */
export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** What is tapped there to open something. */
  readonly button: RegExp;
  readonly signedIn: boolean;
}

/** A photo as the app uploads it: 1024 px, and about as heavy as a face before a car window. */
function photo(): Promise<Buffer> {
  const side = 160;
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .resize(1024, 1024)
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** What the driver's link to the public page names. */
async function readVerificationCode({ port }: Target, { driverId, headers }: Fixture): Promise<string> {
  const path = `/rest/v1/drivers?select=verification_code&id=eq.${driverId}`;
  const [driver] = (await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json()) as {
    readonly verification_code: string;
  }[];
  if (!driver) throw new Error('the server knows no driver');
  return driver.verification_code;
}

async function makeRatingLink({ port }: Target, { headers }: Fixture): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/rest/v1/rpc/create_rating_link`, {
    method: 'POST',
    headers,
  });
  const [link] = (await response.json()) as { readonly token: string }[];
  if (!link) throw new Error('the server made no rating link');
  return link.token;
}

/** Makes a driver with a photo, and the pages to measure. */
export async function preparePages(
  target: Target,
): Promise<{ readonly driver: Fixture; readonly pages: readonly MeasuredPage[] }> {
  const driver = await createFixture(target, 0, await photo());
  const code = await readVerificationCode(target, driver);
  const token = await makeRatingLink(target, driver);
  const language = /Idioma|Español/;
  return {
    driver,
    pages: [
      { name: '/login', path: '/login', button: language, signedIn: false },
      { name: '/', path: '/', button: /seguridad/, signedIn: true },
      { name: '/verify/…', path: `/verify/${code}`, button: language, signedIn: false },
      { name: '/rate/…', path: `/rate/${token}`, button: language, signedIn: false },
    ],
  };
}

/** Signs in by the form, so that the browser holds what a driver's device holds. */
export async function signIn(
  context: BrowserContext,
  base: string,
  { email, password }: Fixture,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${base}/login`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${base}/`);
  await page.getByRole('img', { name: 'Driver 0' }).waitFor();
  await page.close();
}
