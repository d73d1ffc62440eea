import { expect, test, type Page, type Request } from '@playwright/test';
import { home } from '../../web/i18n/es/home.ts';
import { firstVisit } from './offlineSteps.ts';
import { createDriver, driverWithPhoto } from './people.ts';
import { expireSession, hasSession, signIn, wakeUp } from './steps.ts';

function isRefresh(request: Request): boolean {
  return request.url().includes('grant_type=refresh_token');
}

function rateButton(page: Page) {
  return page.getByRole('button', { name: home.rateTrip });
}

test.describe('with the stored app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('S8 a device that was offline for a day comes back with one refresh and stays signed in', async ({
    page,
    context,
  }) => {
    // With the worker, as a device has it: it keeps the part that refreshes for several callers at once.
    await firstVisit(page, await driverWithPhoto());
    await expect(rateButton(page)).toBeVisible();
    await context.setOffline(true);
    await page.evaluate(expireSession);
    await page.evaluate(wakeUp);
    await expect(rateButton(page)).toBeVisible();
    const answers: number[] = [];
    context.on('response', (response) => {
      if (isRefresh(response.request())) answers.push(response.status());
    });
    await context.setOffline(false);
    await page.evaluate(wakeUp);
    await expect.poll(() => answers).toEqual([200]);
    await expect.poll(() => page.evaluate(hasSession)).toBe(true);
    await page.reload();
    await expect(rateButton(page)).toBeVisible();
    expect(answers).toEqual([200]);
  });
});

test('a start reads the driver once, while the app loads, and the auth client after the screen', async ({
  page,
  context,
}) => {
  await signIn(page, await createDriver());
  await page.close();
  const started = await context.newPage();
  const requests: string[] = [];
  started.on('request', (request) => requests.push(request.url()));
  await started.goto('/');
  await expect(rateButton(started)).toBeVisible();
  const client = () => requests.findIndex((url) => /\/auth-[\w-]+\.js$/.test(url));
  await expect.poll(client).toBeGreaterThan(0);
  const before = requests.slice(0, client());
  expect(before.filter((url) => url.includes('/user_drivers?select=drivers'))).toHaveLength(1);
});

test('S8 many tabs that become visible at once refresh once, and all stay signed in', async ({
  page,
  context,
}) => {
  await signIn(page, await createDriver());
  const tabs = [page];
  while (tabs.length < 6) {
    const tab = await context.newPage();
    await tab.goto('/');
    tabs.push(tab);
  }
  for (const tab of tabs) await expect(rateButton(tab)).toBeVisible();
  let refreshes = 0;
  context.on('request', (request) => {
    if (isRefresh(request)) refreshes += 1;
  });
  await page.evaluate(expireSession);
  await Promise.all(tabs.map((tab) => tab.evaluate(wakeUp)));
  const isRefreshed = () =>
    page.evaluate<boolean>(`Object.entries(localStorage).some(([name, value]) =>
      /^sb-.*-auth-token$/.test(name) && JSON.parse(value).expires_at > Date.now() / 1000)`);
  await expect.poll(isRefreshed).toBe(true);
  // Each tab asks for what is its own with the token that one of them has fetched.
  for (const tab of tabs) {
    await tab.evaluate(wakeUp);
    await expect(rateButton(tab)).toBeVisible();
  }
  expect(refreshes).toBe(1);
});
