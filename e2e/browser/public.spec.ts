import { expect, test, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { modulesOf, shownModules } from '../../web/testing/qr.ts';
import { createDriver, driverWithPhoto, patch, rows, type DriverAccount } from './people.ts';
import { ratingToken } from './ratingToken.ts';
import { address } from './settings.ts';
import { expectShownWell, shownPlate, signIn } from './steps.ts';
import { content, wordsOf, type Language } from './words.ts';

type PublicPageWords = typeof import('../../web/i18n/es/publicPages.ts');

async function publicPageWords(language: Language): Promise<PublicPageWords['publicPages']> {
  return ((await import(`../../web/i18n/${language}/publicPages.ts`)) as PublicPageWords).publicPages;
}

const spanish = await publicPageWords('es');
const german = await publicPageWords('de');
const { home, rating } = await wordsOf('es');

/** A passenger's own phone, on which nobody has ever opened the app. */
async function phone(browser: Browser, locale: string): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 360, height: 740 }, locale });
}

async function codeOf(driver: DriverAccount): Promise<string> {
  const [row] = await rows<{ verification_code: string }>('drivers', `id=eq.${driver.driverId}`);
  return row!.verification_code;
}

/** That a QR code on the screen is the one of an address. */
async function expectQr(code: Locator, url: string): Promise<void> {
  const shown = async () => shownModules((await code.locator('path').getAttribute('d')) ?? '');
  await expect.poll(shown).toEqual(modulesOf(url));
}

/** Notes what a page asks for and what it tells about its address. */
function watchRequests(page: Page) {
  const urls: string[] = [];
  const referers: (string | undefined)[] = [];
  page.on('request', (request) => {
    urls.push(request.url());
    referers.push(request.headers()['referer']);
  });
  return { urls, referers };
}

/** Opens the rating dialog and gives the token of the link that it shows. */
async function openRatingLink(page: Page): Promise<string> {
  const answered = page.waitForResponse('**/rpc/create_rating_link');
  await page.getByRole('button', { name: home.rateTrip }).click();
  const [link] = (await (await answered).json()) as { token: string }[];
  await expectQr(page.getByRole('img', { name: spanish.vehicle.rateQr }), `${address}/rate/${link!.token}`);
  return link!.token;
}

test('the driver card opens large, and its code says on any phone who drives, and nothing else', async ({
  page,
  browser,
}) => {
  const driver = await createDriver();
  await patch('drivers', `id=eq.${driver.driverId}`, { approved: true });
  const code = await codeOf(driver);
  await signIn(page, driver);
  await page.getByRole('button', { name: driver.name }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(shownPlate(driver.plate))).toBeVisible();
  await expectQr(dialog.getByRole('img', { name: spanish.vehicle.driverQr }), `${address}/verify/${code}`);

  const passenger = await (await phone(browser, 'de-CH')).newPage();
  const { urls, referers } = watchRequests(passenger);
  const answer = await passenger.goto(`/verify/${code}`);
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  await expect(passenger.getByRole('heading', { name: 'Diego', exact: true })).toBeVisible();
  await expect(passenger.getByText(shownPlate(driver.plate))).toBeVisible();
  await expect(passenger.getByText(german.verify.authorised)).toBeVisible();
  const today = new Intl.DateTimeFormat('de', { dateStyle: 'full', timeZone: 'America/Santiago' });
  await expect(passenger.getByText(today.format(new Date()))).toBeVisible();
  const text = await passenger.locator('body').innerText();
  for (const secret of ['Fuentes', driver.code, '+569']) expect(text).not.toContain(secret);

  await passenger.waitForLoadState('networkidle');
  expect(
    urls.filter((url) => /auth\/v1(?!\/health)|HomeScreen|LoginScreen|SessionProvider|client-/.test(url)),
  ).toEqual([]);
  // Places, tours and prices would take a phone with a slow network longer than the page itself.
  expect(urls.filter((url) => /select=[^&]*\bcontent(?!->)/.test(decodeURIComponent(url)))).toEqual([]);
  expect(referers.filter((referer) => referer?.includes(code))).toEqual([]);
  await passenger.context().close();
});

/** Opens the page of a driver, and says whether a spinner ever stood there before the answer. */
async function showsSpinner(passenger: Page, driver: DriverAccount): Promise<boolean> {
  await passenger.addInitScript(`
    const notice = () => document.querySelector('main output') && (document.body.dataset.spinner = 'shown');
    new MutationObserver(notice).observe(document, { childList: true, subtree: true });
  `);
  await passenger.goto(`/verify/${await codeOf(driver)}`);
  await expect(passenger.getByRole('heading', { name: 'Diego', exact: true })).toBeVisible();
  return (await passenger.locator('body').getAttribute('data-spinner')) !== null;
}

test('a public page draws its answer at once, with a spinner before it only when that takes over a second', async ({
  browser,
}) => {
  const driver = await createDriver();
  const context = await phone(browser, 'es-CL');
  expect(await showsSpinner(await context.newPage(), driver)).toBe(false);
  const waiting = await context.newPage();
  await waiting.route('**/rpc/verify_driver', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.fulfill({ response });
  });
  expect(await showsSpinner(waiting, driver)).toBe(true);
  await context.close();
});

test('the page of the driver shows a small photo, or the photo itself where the backend makes none, and is sent on to a friend', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
  const driver = await driverWithPhoto();
  const code = await codeOf(driver);
  const shown = page.getByRole('img', { name: 'Diego', exact: true });
  // In pixels of the file.
  const width = () => shown.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth);
  await page.goto(`/verify/${code}`);
  await expect.poll(width).toBe(512);
  await page.route('**/render/image/**', (route) => route.fulfill({ status: 400 }));
  await page.goto(`/verify/${code}?again`);
  await expect.poll(width).toBe(800);

  await page.getByRole('button', { name: spanish.verify.share }).click();
  await expect(page.getByText(spanish.verify.copied)).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain(
    `${address}/verify/${code}`,
  );
});

test('a passenger rates on their own phone, once, and the device thanks by itself', async ({
  page,
  browser,
}) => {
  const driver = await createDriver();
  await signIn(page, driver);
  const token = await openRatingLink(page);

  const passenger = await (await phone(browser, 'de-DE')).newPage();
  const { referers, urls } = watchRequests(passenger);
  await passenger.goto(`/rate/${token}`);
  await expect(passenger.getByRole('heading', { name: german.rate.question('Diego') })).toBeVisible();
  await passenger.getByRole('button', { name: german.rate.stars(4) }).click();
  await expect(passenger.getByRole('heading', { name: german.rate.thanks })).toBeFocused();

  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(home.thanks)).toBeVisible();
  await expect(page.getByRole('banner').getByText('4,0', { exact: true })).toBeVisible();
  expect(await rows('reviews', `driver_id=eq.${driver.driverId}&select=rating,user_name`)).toEqual([
    { rating: 4, user_name: 'Anonymous' },
  ]);

  await passenger.reload();
  await expect(passenger.getByRole('heading', { name: german.rate.usedTitle })).toBeVisible();
  expect(referers.filter((referer) => referer?.includes(token))).toEqual([]);
  expect(urls.filter((url) => url.includes(token) && !url.endsWith(`/rate/${token}`))).toEqual([]);
  await passenger.context().close();
});

test('a rating on the device uses up the link that was shown beside it', async ({ page, browser }) => {
  const driver = await createDriver();
  await signIn(page, driver);
  const token = await openRatingLink(page);
  await page.getByRole('button', { name: rating.submit }).click();
  await expect(page.getByText(home.thanks)).toBeVisible();
  const given = () => rows('reviews', `driver_id=eq.${driver.driverId}&select=rating`);
  await expect.poll(given).toEqual([{ rating: 5 }]);

  const passenger = await (await phone(browser, 'es-CL')).newPage();
  await passenger.goto(`/rate/${token}`);
  await expect(passenger.getByRole('heading', { name: spanish.rate.usedTitle })).toBeVisible();
  await passenger.context().close();
});

test('V19: a link that the passenger has opened stays theirs, whatever is tapped on the device', async ({
  page,
  browser,
}) => {
  const driver = await createDriver();
  await signIn(page, driver);
  const token = await openRatingLink(page);
  const passenger = await (await phone(browser, 'es-CL')).newPage();
  await passenger.goto(`/rate/${token}`);
  await expect(passenger.getByRole('heading', { name: spanish.rate.question('Diego') })).toBeVisible();
  await page.getByRole('button', { name: rating.submit }).click();
  await expect(page.getByText(home.thanks)).toBeVisible();
  const given = () => rows('reviews', `driver_id=eq.${driver.driverId}&select=rating&order=created_at`);
  await expect.poll(given).toEqual([{ rating: 5 }]);
  await passenger.getByRole('button', { name: spanish.rate.stars(1) }).click();
  await expect(passenger.getByRole('heading', { name: spanish.rate.thanks })).toBeVisible();
  expect(await given()).toEqual([{ rating: 5 }, { rating: 1 }]);
  await passenger.context().close();
});

test('a rating whose answer was lost is sent again and counts once', async ({ page }) => {
  const driver = await createDriver();
  await page.goto(`/rate/${await ratingToken(driver.driverId, 60)}`);
  await expect(page.getByRole('heading', { name: spanish.rate.question('Diego') })).toBeVisible();
  // It arrives, and the signal is gone before the answer is there.
  await page.route('**/rpc/rate_by_link', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: spanish.rate.stars(3) }).click();
  await expect(page.getByRole('alert')).toContainText(spanish.rate.failed);
  await expectShownWell(page);
  await page.unroute('**/rpc/rate_by_link');
  await page.getByRole('button', { name: spanish.rate.again }).click();
  await expect(page.getByRole('heading', { name: spanish.rate.thanks })).toBeVisible();
  expect(await rows('reviews', `driver_id=eq.${driver.driverId}&select=rating`)).toEqual([{ rating: 3 }]);
});

test('a link that is old or not ours says so, and a code that is not known is a warning', async ({
  page,
}) => {
  const driver = await createDriver();
  await page.goto(`/rate/${await ratingToken(driver.driverId, -1)}`);
  await expect(page.getByRole('heading', { name: spanish.rate.expiredTitle })).toBeVisible();
  await page.goto('/rate/forged');
  await expect(page.getByRole('heading', { name: spanish.rate.invalidTitle })).toBeVisible();
  await page.goto('/verify/NADIE');
  await expect(page.getByRole('alert')).toContainText(spanish.verify.unknownTitle);
});

test('without a signal the device says what the link needs, and makes one when the signal is back', async ({
  page,
}) => {
  await signIn(page, await createDriver());
  await openRatingLink(page);
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: home.rateTrip }).click();
  await expect(page.getByText(spanish.vehicle.rateOffline)).toBeVisible();
  await expect(page.getByRole('button', { name: rating.submit })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('img', { name: spanish.vehicle.rateQr })).toBeVisible();
});

test('the guide opens in the language of its address, without anything of the app, and changes it', async ({
  browser,
}) => {
  const page = await (await phone(browser, 'ja-JP')).newPage();
  const { urls } = watchRequests(page);
  await page.goto('/guide?lang=de');
  await expect(page.getByRole('heading', { name: german.guide.title, level: 1 })).toBeVisible();
  const { tours } = await wordsOf('de');
  for (const tour of tours) await expect(page.getByRole('heading', { name: tour.name })).toBeVisible();
  await page.getByRole('link', { name: german.guide.places }).click();
  const poster = `img[src*="${content.places[0]!.id}"]`;
  await expect(page.locator(poster)).toBeInViewport();
  const width = () => page.evaluate<number>(`document.querySelector('${poster}').naturalWidth`);
  await expect.poll(width).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect(urls.filter((url) => /auth\/v1(?!\/health)|HomeScreen|LoginScreen|client-/.test(url))).toEqual([]);

  await page.getByRole('banner').getByRole('button').click();
  await page.getByRole('dialog').getByText('Français').click();
  const { guide } = await publicPageWords('fr');
  await expect(page.getByRole('heading', { name: guide.title, level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/guide?lang=fr');
  await page.context().close();
});
