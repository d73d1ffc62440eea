import { expect, type Page } from '@playwright/test';
import { home } from '../../web/i18n/es/home.ts';
import { test, type Devices } from './devices.ts';
import { createDriver } from './people.ts';
import { address } from './settings.ts';
import { expireSession, signIn, wakeUp } from './steps.ts';

const attacker = '203.0.113.66';

/** A device on a network of its own, with a driver signed in. */
async function signedInDevice({ otherDevice }: Devices, network: string): Promise<Page> {
  const page = await otherDevice({ extraHTTPHeaders: { 'x-forwarded-for': network } });
  await signIn(page, await createDriver());
  await expect(rateButton(page)).toBeVisible();
  return page;
}

function rateButton(page: Page) {
  return page.getByRole('button', { name: home.rateTrip });
}

/** Sends what the app sends before anybody has signed in; gives the status. */
async function attack(key: string): Promise<number> {
  const response = await fetch(`${address}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'x-forwarded-for': attacker },
    body: JSON.stringify({ refresh_token: 'aaaaaaaaaaaa' }),
  });
  await response.arrayBuffer();
  return response.status;
}

test('V3: devices whose access token expires during a flood from another network stay signed in', async ({
  otherDevice,
}) => {
  test.slow();
  const devices = await Promise.all(
    ['198.51.100.1', '198.51.100.2', '198.51.100.3'].map((network) =>
      signedInDevice({ otherDevice }, network),
    ),
  );
  const refreshes: number[] = [];
  for (const page of devices)
    page.on('response', (response) => {
      if (response.url().includes('grant_type=refresh_token')) refreshes.push(response.status());
    });
  const key = await devices[0]!.locator('meta[name=publishable-key]').getAttribute('content');
  const statuses: number[] = [];
  while (!statuses.includes(503))
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => attack(key ?? '')))));

  const stopping = new AbortController();
  const flood = (async () => {
    while (!stopping.signal.aborted) await Promise.all(Array.from({ length: 4 }, () => attack(key ?? '')));
  })();
  for (const page of devices) await page.evaluate(expireSession);
  await Promise.all(devices.map((page) => page.evaluate(wakeUp)));
  await expect.poll(() => refreshes.filter((status) => status === 200)).toHaveLength(devices.length);
  for (const page of devices) {
    await page.reload();
    await expect(rateButton(page)).toBeVisible();
  }
  stopping.abort();
  await flood;
});

test('V3: a device whose refresh a proxy answers with 429 keeps its session and renews it later', async ({
  page,
}) => {
  await signIn(page, await createDriver());
  await expect(rateButton(page)).toBeVisible();
  let refused = 0;
  await page.route('**/token?grant_type=refresh_token', (route) => {
    refused += 1;
    return refused > 2 ? route.continue() : route.fulfill({ status: 429, body: '<h1>Slow down</h1>' });
  });
  await page.evaluate(expireSession);
  await page.evaluate(wakeUp);
  await expect.poll(() => refused).toBeGreaterThan(2);
  await page.reload();
  await expect(rateButton(page)).toBeVisible();
});
