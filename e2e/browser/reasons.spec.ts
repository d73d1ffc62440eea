import { expect, type Page } from '@playwright/test';
import type { ReviewReason } from '../../shared/reviews.ts';
import { reasons as german } from '../../web/i18n/de/reasons.ts';
import { publicPages } from '../../web/i18n/es/publicPages.ts';
import { reasons as t } from '../../web/i18n/es/reasons.ts';
import { test } from './ownProduct.ts';
import { chooseLanguage } from './passengerSteps.ts';
import { createDriver, rows } from './people.ts';
import type { Product } from './product.ts';
import { isReview, rate, readyDriver, reviews, storedReviews } from './queueSteps.ts';
import { noonZone } from './settings.ts';
import { expectAccessible, expectFitsEverywhere, signIn } from './steps.ts';
import { languages, wordsOf, type Language } from './words.ts';

test.use({ timezoneId: noonZone });

const reasonCalls = '**/rpc/add_review_reasons';
const online = "window.dispatchEvent(new Event('online'))";

interface Reasoned {
  readonly rating: number;
  readonly reasons: readonly ReviewReason[];
}

function reviewsOf(driverId: string, product: Product): Promise<Reasoned[]> {
  const query = `driver_id=eq.${driverId}&select=rating,reasons&order=created_at`;
  return rows<Reasoned>('reviews', query, product.address);
}

async function choose(page: Page, ...chosen: readonly ReviewReason[]): Promise<void> {
  for (const reason of chosen) await page.getByRole('button', { name: t.words[reason], exact: true }).click();
}

const finish = (page: Page) => page.getByRole('button', { name: t.done }).click();

/** Everything on the device has arrived. */
const untilSent = (page: Page) => expect.poll(() => storedReviews(page), { timeout: 60_000 }).toEqual([]);

test('a review with reasons that was given without a signal survives the end of the tab, and arrives once', async ({
  page,
  context,
  product,
}) => {
  const driver = await readyDriver(page, product);
  await context.setOffline(true);
  await rate(page, 2);
  await choose(page, 'price', 'driving');
  await finish(page);
  await expect(page.getByRole('group', { name: t.title })).toBeHidden();
  await expect.poll(async () => (await storedReviews(page)).length).toBe(1);
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto('/');
  await untilSent(again);
  expect(await reviewsOf(driver.driverId, product)).toEqual([{ rating: 2, reasons: ['driving', 'price'] }]);
  await expect(again.getByRole('group', { name: t.title })).toBeHidden();
});

test('the review does not wait for the reasons, and taps that nobody confirms arrive too', async ({
  page,
  product,
}) => {
  const driver = await readyDriver(page, product);
  await rate(page, 3);
  await expect.poll(() => reviewsOf(driver.driverId, product)).toEqual([{ rating: 3, reasons: [] }]);
  await choose(page, 'route');
  await expect.poll(() => storedReviews(page)).toMatchObject([{ reasons: ['route'] }]);
  await page.reload();
  await untilSent(page);
  expect(await reviewsOf(driver.driverId, product)).toEqual([{ rating: 3, reasons: ['route'] }]);
});

test('the server is killed when it has written the review, and again when it has written the reasons', async ({
  page,
  product,
}) => {
  test.slow();
  const driver = await readyDriver(page, product);
  for (const [calls, isAwaited] of [
    [reviews, isReview],
    [reasonCalls, () => true],
  ] as const) {
    let written = false;
    await page.route(calls, async (route) => {
      if (written || !isAwaited(route.request())) return route.fallback();
      written = true;
      expect((await route.fetch()).ok()).toBe(true);
      await product.kill();
      return route.abort();
    });
  }
  await rate(page, 1);
  await choose(page, 'treatment', 'punctuality');
  await finish(page);
  for (let kill = 0; kill < 2; kill += 1) {
    await expect
      .poll(() =>
        fetch(product.address).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('down');
    await product.restart();
    await page.evaluate(online);
  }
  await untilSent(page);
  expect(await reviewsOf(driver.driverId, product)).toEqual([
    { rating: 1, reasons: ['punctuality', 'treatment'] },
  ]);
});

test('the next passenger sees neither the prompt nor the taps of the one before', async ({
  page,
  product,
}) => {
  const driver = await readyDriver(page, product);
  await rate(page, 2);
  await choose(page, 'vehicle');
  await chooseLanguage(page, 'de');
  await expect(page.getByRole('group', { name: german.title })).toBeHidden();
  await expect(page.getByRole('group', { name: t.title })).toBeHidden();
  await untilSent(page);
  expect(await reviewsOf(driver.driverId, product)).toEqual([{ rating: 2, reasons: ['vehicle'] }]);
});

/** A link for the driver's next passenger, made as the device makes it. */
async function createLink(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const [name] = Object.keys(localStorage).filter((key) => /^sb-.*-auth-token$/.test(key));
    const { access_token: token } = JSON.parse(localStorage.getItem(name));
    const { content: apikey } = document.querySelector('meta[name=publishable-key]');
    const headers = { Authorization: 'Bearer ' + token, apikey };
    const answer = await fetch('/rest/v1/rpc/create_rating_link', { method: 'POST', headers });
    return (await answer.json())[0].token;
  })()`);
}

test('on the passenger’s phone, reasons that lose their response arrive once', async ({
  page,
  browser,
  product,
}) => {
  const driver = await createDriver(undefined, product.address);
  await signIn(page, driver);
  const viewport = { width: 360, height: 740 };
  const phone = await browser.newPage({ baseURL: product.address, viewport, locale: 'es-CL' });
  await phone.goto(`/rate/${await createLink(page)}`);
  await phone.getByRole('button', { name: publicPages.rate.stars(2), exact: true }).click();
  await expect(phone.getByRole('heading', { name: publicPages.rate.thanks })).toBeVisible();
  await phone.route('**/rpc/add_reasons_by_link', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await choose(phone, 'price');
  await finish(phone);
  await expect(phone.getByText(t.taken)).toBeVisible();
  await expect.poll(() => reviewsOf(driver.driverId, product)).toEqual([{ rating: 2, reasons: ['price'] }]);
  await phone.unroute('**/rpc/add_reasons_by_link');
  await phone.reload();
  await expect.poll(() => phone.evaluate(`localStorage.getItem('rate-reasons')`)).toBeNull();
  expect(await reviewsOf(driver.driverId, product)).toEqual([{ rating: 2, reasons: ['price'] }]);
});

async function expectReasons(page: Page, language: Language): Promise<void> {
  const { reasons } = (await import(`../../web/i18n/${language}/reasons.ts`)) as {
    readonly reasons: typeof t;
  };
  await expect(page.getByRole('group', { name: reasons.title })).toBeVisible();
  await expectAccessible(page);
  await expectFitsEverywhere(page);
}

for (const language of languages) {
  test(`the screen and the phone ask for reasons, on every size (${language})`, async ({
    page,
    browser,
    product,
  }) => {
    const { home, rating } = await wordsOf(language);
    await signIn(page, await createDriver(undefined, product.address));
    const link = await createLink(page);
    // The phone first: a review on the screen closes the link.
    const phone = await browser.newPage({ baseURL: product.address, locale: language });
    await phone.goto(`/rate/${link}?lang=${language}`);
    await phone.getByRole('button', { name: /^2 / }).click();
    await expectReasons(phone, language);
    await phone.close();

    await chooseLanguage(page, language);
    await page.getByRole('button', { name: home.rateTrip }).click();
    await page.getByRole('radio', { name: rating.stars(2) }).check();
    await page.getByRole('button', { name: rating.submit }).click();
    await expect(page.getByText(home.thanks)).toBeVisible();
    await expectReasons(page, language);
  });
}
