import { expect, type Page } from '@playwright/test';
import { takePolicy } from '../../shared/content/policy-2.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { login } from '../../web/i18n/es/login.ts';
import { policy as words } from '../../web/i18n/es/policy.ts';
import { test as base } from './ownProduct.ts';
import { createDriver, rows } from './people.ts';
import { publish, publishFirst } from './publishing.ts';
import {
  expectAccessible,
  expectFitsEverywhere,
  fillRegistration,
  newForm,
  registerButton,
  signIn,
} from './steps.ts';

/**
 * `publishNextPolicy`: an administrator takes the next version of the policy over; gives its number. The first one comes
 * back after the journey: the drivers of other journeys are not asked.
 */
const test = base.extend<{ readonly publishNextPolicy: () => Promise<number> }>({
  publishNextPolicy: async ({ product }, provide) => {
    await provide(async () => (await publish(takePolicy, product.address)).policy.version);
    await publishFirst(product.address);
  },
});

const question = (page: Page) => page.getByRole('heading', { name: words.changedTitle });
const acceptButton = (page: Page) => page.getByRole('button', { name: words.accept });

test('a newer policy is asked about once, before the shift, never over a passenger', async ({
  page,
  context,
  product,
  publishNextPolicy,
}) => {
  const { address } = product;
  const driver = await createDriver(undefined, address);
  const card = (tab: Page) => tab.getByRole('heading', { name: driver.name });
  const accepted = () => rows('consents', `user_id=eq.${driver.id}&select=policy_version`, address);
  await signIn(page, driver);
  await expect(card(page)).toBeVisible();

  const version = await publishNextPolicy();
  const told = page.waitForResponse(/rpc\/policy_to_accept/);
  await page.reload();
  await expect(card(page)).toBeVisible();
  await (await told).finished();
  await expect(question(page)).toBeHidden();

  const start = await context.newPage();
  await start.goto('/');
  await expect(question(start)).toBeVisible();
  await expect(start.getByText('Ley N.º 21.719', { exact: false })).toBeVisible();
  await expectFitsEverywhere(start);
  await expectAccessible(start);
  await start.reload();
  await expect(question(start)).toBeVisible();

  await start.route('**/rest/v1/consents*', (route) => route.abort());
  const cut = start.waitForEvent('requestfailed');
  await acceptButton(start).click();
  await expect(card(start)).toBeVisible();
  await cut;
  expect(await accepted()).toEqual([]);
  const later = await context.newPage();
  await later.route('**/rest/v1/consents*', (route) => route.abort());
  await later.goto('/');
  await expect(card(later)).toBeVisible();
  await later.close();
  await start.unroute('**/rest/v1/consents*');
  await expect.poll(accepted, { timeout: 20_000 }).toEqual([{ policy_version: version }]);

  const next = await context.newPage();
  await next.goto('/');
  await expect(card(next)).toBeVisible();
});

test('a policy that changes while somebody registers is shown before it is accepted', async ({
  page,
  product,
  publishNextPolicy,
}) => {
  const { address } = product;
  const form = newForm();
  await fillRegistration(page, form);
  await expect(page.getByText(/aceptas la política de privacidad, versión/)).toBeVisible();
  const version = await publishNextPolicy();
  await registerButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(errors.code.policy_changed);
  await expect(page.getByText(words.consent(version))).toBeVisible();
  await registerButton(page).click();
  await expect(page.getByText(login.registered)).toBeVisible();
  const [driver] = await rows<{ created_by: string }>('drivers', `license_plate=eq.${form.plate}`, address);
  const consents = await rows('consents', `user_id=eq.${driver?.created_by}`, address);
  expect(consents).toMatchObject([{ policy_version: version }]);
});
