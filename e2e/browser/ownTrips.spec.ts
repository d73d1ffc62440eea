import { expect, test, type Page } from '@playwright/test';
import { chileanStamp } from '../../shared/chile/time.ts';
import { account } from '../../web/i18n/es/account.ts';
import { ownTrips as t } from '../../web/i18n/es/fleet/ownTrips.ts';
import { kiosk } from '../../web/i18n/es/kiosk.ts';
import { languageNames } from '../../web/i18n/languages.ts';
import { createDriver, password, patch, rows, write, type DriverAccount } from './people.ts';
import { secretKey } from './settings.ts';
import { openDriverMenuByClock, signIn, signInLive, waitForWorker } from './steps.ts';
import { wordsOf } from './words.ts';

const minute = 60_000;

/** An active driver with a trip in two hours, of a German passenger. */
async function driverWithTrip() {
  const driver = await createDriver('Ana Soto');
  await patch('drivers', `id=eq.${driver.driverId}`, { approved: true });
  const [day, clock] = chileanStamp(new Date(Date.now() + 120 * minute).toISOString()).split(' ');
  const id = crypto.randomUUID();
  const letters = 'ABCDEFGHJKMNPRTUVWXY';
  const code = Array.from(
    crypto.getRandomValues(new Uint8Array(5)),
    (byte) => letters[byte % letters.length],
  ).join('');
  const fields = {
    state: 'confirmed',
    day,
    clock,
    direction: 'to',
    language: 'de',
    assignment: 1,
    pesos: 20_000,
  };
  await write('trips', { id, code, ...fields, driver_id: driver.driverId, payment: 'card' });
  await write('trip_people', { trip_id: id, name: 'Anna Keller', phone: '+4915112345678' });
  return { driver, id };
}

/** Taps on a trip as the driver's phone does, apart from the page. */
async function tap(page: Page, { email }: DriverAccount, trip: string, kind: string): Promise<void> {
  const session = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: secretKey },
    data: { email, password },
  });
  const { access_token: token } = (await session.json()) as { readonly access_token: string };
  const answer = await page.request.post('/rest/v1/rpc/tap_trip', {
    headers: { apikey: secretKey, authorization: `Bearer ${token}` },
    data: { key: crypto.randomUUID(), trip, assignment: 1, kind },
  });
  expect(await answer.text()).toBe('"taken"');
}

const stateOf = async (id: string) =>
  (await rows<{ state: string }>('trips', `id=eq.${id}&select=state`))[0]?.state;

test.describe('on a driver’s phone that keeps the app', () => {
  test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

  test('list, sign and taps work from a cold start in airplane mode, and arrive with the next signal', async ({
    page,
    context,
  }) => {
    const { driver, id } = await driverWithTrip();
    await signIn(page, driver);
    await page.goto('/mis-viajes');
    await page.getByRole('button', { name: t.accept }).click();
    await expect(page.getByText(t.unsent)).toBeHidden();
    await waitForWorker(page, '/');
    await context.setOffline(true);
    await page.close();

    const phone = await context.newPage();
    await phone.goto('/mis-viajes');
    await expect(phone.getByText('Anna Keller')).toBeVisible();
    await phone.getByRole('button', { name: t.sign }).click();
    await expect(phone.getByRole('dialog').getByText('Keller', { exact: true })).toBeVisible();
    await phone.getByRole('button', { name: t.closeSign }).click({ delay: 2_300 });
    for (const [step, state] of [
      [t.steps.on_way, t.states.on_way],
      [t.steps.waiting, t.states.waiting],
    ] as const) {
      await phone.getByRole('button', { name: new RegExp(`^${step}`) }).click({ delay: 1_000 });
      await expect(phone.getByRole('article').getByText(state, { exact: true })).toBeVisible();
    }
    await expect(phone.getByText(t.unsent)).toBeVisible();
    // A phone that is switched off meanwhile loses nothing.
    await phone.close();
    const again = await context.newPage();
    await again.goto('/mis-viajes');
    await expect(again.getByRole('article').getByText(t.states.waiting, { exact: true })).toBeVisible();
    await context.setOffline(false);
    await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('waiting');
    await expect(again.getByText(t.unsent)).toBeHidden();
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the trips stand behind a PIN that is chosen first, and name nobody on the tablet', async ({
    page,
  }) => {
    const { driver } = await driverWithTrip();
    await page.clock.install();
    await signInLive(page, driver);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('personal:trips'))).not.toBeNull();
    await openDriverMenuByClock(page);
    const menu = page.getByRole('dialog');
    await menu.getByRole('button', { name: t.title }).click();
    await expect(menu.getByText('Anna Keller')).toBeHidden();
    await menu.getByLabel(account.currentPassword, { exact: true }).fill(password);
    await menu.getByRole('button', { name: account.gate.action }).click();
    for (const label of [kiosk.pin.label, kiosk.pin.label]) {
      await page.getByRole('textbox', { name: label, exact: true }).fill('25807');
      await page.keyboard.press('Enter');
    }
    await expect(menu.getByText('Anna Keller')).toBeVisible();
    // Held up at the airport, the sign outlasts the time after which the screen greets the next passenger.
    await menu.getByRole('button', { name: t.sign }).click();
    await page.clock.fastForward(10 * minute);
    await expect(page.getByRole('dialog').getByText('Keller', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: t.closeSign }).click({ delay: 2_300 });
    await expect(menu.getByText('Anna Keller')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('personal:trips'))).not.toMatch(
      /Anna|4915112345678/,
    );
    await page.keyboard.press('Escape');
    await openDriverMenuByClock(page);
    await menu.getByRole('button', { name: t.title }).click();
    await expect(page.getByRole('textbox', { name: kiosk.pin.label, exact: true })).toBeVisible();
    await expect(menu.getByText('Anna Keller')).toBeHidden();
    // The address of a driver's phone asks for it, too.
    await page.goto('/mis-viajes');
    await expect(page.getByRole('textbox', { name: kiosk.pin.label, exact: true })).toBeVisible();
    await expect(page.getByText('Anna Keller')).toBeHidden();
  });

  test('after idling on a German trip the screen is German again, and takes no second rating of it', async ({
    page,
  }) => {
    const { driver, id } = await driverWithTrip();
    const [spanish, german] = [await wordsOf('es'), await wordsOf('de')];
    await page.clock.install();
    await signInLive(page, driver);
    for (const kind of ['on_way', 'waiting', 'on_board']) await tap(page, driver, id, kind);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('personal:trips')))
      .toContain('"state":"on_board"');
    await page.clock.fastForward(20_000);
    const greeting = page.getByRole('dialog');
    await expect(greeting.getByText('Keller', { exact: true })).toBeVisible();
    await greeting.getByRole('button', { name: languageNames.es }).click();
    await expect(greeting).toBeHidden();
    await page.getByRole('button', { name: spanish.home.rateTrip }).click();
    await page.getByRole('radio', { name: spanish.rating.stars(4) }).check();
    await page.getByRole('button', { name: spanish.rating.submit }).click();
    await expect(page.getByText(spanish.home.rateAgain(10))).toBeVisible();

    await page.clock.fastForward(1.6 * minute);
    // Nothing of the trip is left on the greeting, and its language comes first.
    await expect(greeting).toBeVisible();
    await expect(greeting.getByText('Keller', { exact: true })).toBeHidden();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await greeting.getByRole('button', { name: languageNames.de }).click();
    await expect(greeting).toBeHidden();
    await page.clock.fastForward(5 * minute);
    await greeting.getByRole('button', { name: languageNames.de }).click();
    await expect(page.getByRole('button', { name: german.home.rateTrip })).toBeDisabled();
    const reviews = await rows<{ rating: number }>(
      'reviews',
      `driver_id=eq.${driver.driverId}&select=rating`,
    );
    expect(reviews).toEqual([{ rating: 4 }]);
  });
});
