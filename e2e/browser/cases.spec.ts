import { expect } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { cases as t } from '../../web/i18n/es/fleet/cases.ts';
import { replies } from '../../web/i18n/es/replies.ts';
import { tickets } from '../../web/i18n/es/fleet/tickets.ts';
import { help } from '../../web/i18n/de/help.ts';
import { replies as german } from '../../web/i18n/de/replies.ts';
import { publicPages } from '../../web/i18n/de/publicPages.ts';
import { test } from './ownProduct.ts';
import { createAccount, createDriver, remove, rows } from './people.ts';
import { expectAccessible, expectFitsEverywhere, openSection, signIn, waitForWorker } from './steps.ts';

/** On a product of its own: the number of cases that one address opens is limited. */
test.afterEach(async ({ product }) => {
  await remove('tickets', 'id=not.is.null', product.address);
  await remove('drivers', 'id=not.is.null', product.address);
});

test('a passenger reports a lost phone in German without a connection, and reads the office’s reply', async ({
  page,
  browser,
  product,
}) => {
  const driver = await createDriver('Diego Fuentes Rojas', product.address);
  const [{ verification_code: code } = { verification_code: '' }] = await rows<{ verification_code: string }>(
    'drivers',
    `id=eq.${driver.driverId}&select=verification_code`,
    product.address,
  );
  const requested: string[] = [];
  const context = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 360, height: 740 },
    locale: 'de-DE',
    // The page's own worker is part of what it promises.
    serviceWorkers: 'allow',
  });
  const phone = await context.newPage();
  phone.on('request', (request) => requested.push(request.url()));
  await phone.goto(`/verify/${code}`);
  await phone.getByRole('link', { name: publicPages.page.help }).click();
  await expect(phone.getByRole('heading', { name: help.form.title })).toBeVisible();
  await expectAccessible(phone);
  await expectFitsEverywhere(phone);

  await waitForWorker(phone, '/help');
  await context.setOffline(true);
  await phone.reload();
  await phone.getByLabel(help.kinds.lost).check();
  await phone.getByLabel(help.form.body).fill('Mein Handy liegt auf dem Rücksitz. <b>Danke</b>');
  await phone.getByLabel(help.form.contact).fill('anna@example.de');
  await phone.getByLabel(help.form.consent).check();
  await phone.getByRole('button', { name: help.form.send }).click();
  await expect(phone.getByText(help.outcome.waitingTitle)).toBeVisible();
  // The page is closed in between, and opened again, first without a network.
  await phone.reload();
  await expect(phone.getByText(help.outcome.waitingTitle)).toBeVisible();
  // The page becomes the outcome by itself, and leads to the case.
  await context.setOffline(false);
  const number = phone.getByText(/^\d{6}$/);
  await expect(number).toBeVisible();
  const ticket = (await number.textContent()) ?? '';
  expect(await rows('cases', 'select=id', product.address)).toHaveLength(1);

  await signIn(page, await createAccount('office', product.address));
  await openSection(page, admin.cases);
  await page.getByRole('link', { name: ticket }).click();
  const opened = page.getByRole('article');
  await expect(opened.getByText('Mein Handy liegt auf dem Rücksitz. <b>Danke</b>')).toBeVisible();
  await expect(opened.getByRole('link', { name: driver.name, exact: true })).toBeVisible();
  await opened.getByLabel(t.template).selectOption({ label: t.templates.found });
  await expect(opened.getByLabel(tickets.inSpanish)).toHaveValue(replies.cases.found(ticket));
  await expectAccessible(page);
  await expectFitsEverywhere(page);
  await opened.getByRole('button', { name: tickets.send, exact: true }).click();
  const history = opened.getByRole('list', { name: t.timeline });
  await expect(history.getByText(german.cases.found(ticket))).toBeVisible();

  await phone.getByRole('link', { name: help.outcome.open }).click();
  await expect(phone.getByText(help.ticket.states.answered)).toBeVisible();
  await expect(phone.getByText(german.cases.found(ticket))).toBeVisible();
  await expectAccessible(phone);
  await expectFitsEverywhere(phone);
  const secret = new URL(phone.url()).hash.slice(1);
  expect(secret).toHaveLength(43);
  expect(requested.map((url) => url.split('#')[0]).join(' ')).not.toContain(secret);
  await context.close();
});
