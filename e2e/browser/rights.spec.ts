import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { rights as t } from '../../web/i18n/es/fleet/rights.ts';
import { replies } from '../../web/i18n/es/replies.ts';
import { tickets } from '../../web/i18n/es/fleet/tickets.ts';
import { rightsPage } from '../../web/i18n/de/rightsPage.ts';
import { replies as german } from '../../web/i18n/de/replies.ts';
import { test } from './ownProduct.ts';
import { createAccount, createDriver, remove } from './people.ts';
import { pageMillimetres, printedPages } from './printedPages.ts';
import { expectAccessible, expectFitsEverywhere, openSection, signIn } from './steps.ts';

/** On a product of its own: the number of requests from one address is limited. */
test.afterEach(async ({ product }) => {
  await remove('tickets', 'id=not.is.null', product.address);
  await remove('drivers', 'id=not.is.null', product.address);
});

test('a driver asks for the data in German, confirms by a link sent by WhatsApp, and gets file and answer', async ({
  page,
  browser,
  product,
}) => {
  const driver = await createDriver('Diego Derechos', product.address);
  const requested: string[] = [];
  const context = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 360, height: 740 },
    locale: 'de-DE',
  });
  const phone = await context.newPage();
  phone.on('request', (request) => requested.push(request.url()));
  await phone.goto('/rights');
  await phone.getByLabel(rightsPage.kinds.access).check();
  await phone.getByLabel(rightsPage.persons.driver, { exact: true }).check();
  await phone.getByLabel(rightsPage.form.body).fill('Alles, bitte. <b>Danke</b>');
  await phone.getByLabel(rightsPage.form.name).fill(driver.name);
  await phone.getByLabel(rightsPage.form.contact).fill('+49 151 23456789');
  await expectAccessible(phone);
  await expectFitsEverywhere(phone);
  await phone.getByRole('button', { name: rightsPage.form.send }).click();
  const title = phone.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/\d{6}/);
  const number = /\d{6}/.exec((await title.textContent()) ?? '')![0];

  await signIn(page, await createAccount('admin', product.address));
  await openSection(page, admin.rights);
  await page.getByRole('link', { name: number }).click();
  const opened = page.getByRole('article');
  await expect(opened.getByText('Alles, bitte. <b>Danke</b>')).toBeVisible();
  await opened.getByRole('button', { name: t.confirm.link }).click();
  const link = new URL(await opened.getByLabel(t.confirm.made).inputValue());
  await expect(opened.getByRole('link', { name: t.confirm.whatsapp })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/49151/,
  );
  await expectFitsEverywhere(page);

  await phone.goto(`${link.pathname}${link.search}${link.hash}`);
  await phone.getByRole('button', { name: rightsPage.page.confirm }).click();
  await expect(phone.getByText(rightsPage.page.confirmed)).toBeVisible();

  await opened.getByLabel(t.account.choose).fill(driver.name);
  await page.getByRole('option', { name: driver.name }).click();
  // The telephone that was proved is not that of the account: somebody has seen whose it is.
  await opened.getByRole('button', { name: t.confirm.identified }).click();
  const downloading = page.waitForEvent('download');
  await opened.getByRole('button', { name: t.account.download }).click();
  const file = await (await downloading).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ account: { email: driver.email } });
  await opened.getByRole('button', { name: t.account.print }).click();
  const copy = page.getByRole('dialog').getByRole('article');
  await expect(copy.getByRole('heading', { name: german.dataCopy.title })).toBeVisible();
  await expect(copy.getByText(driver.email, { exact: true })).toBeVisible();
  await expectAccessible(page);
  const sheets = printedPages(await page.pdf({ preferCSSPageSize: true }));
  expect(new Set(sheets.map(pageMillimetres).map(String))).toEqual(new Set(['210,297']));
  await page.keyboard.press('Escape');
  await opened.getByLabel(t.result).selectOption({ label: t.results.granted });
  await expect(opened.getByLabel(tickets.inSpanish)).toHaveValue(
    replies.rights.templates.granted.access(number),
  );
  await expectAccessible(page);
  await opened.getByRole('button', { name: tickets.send, exact: true }).click();
  await expect(opened.getByText(t.events.granted)).toBeVisible();

  await phone.reload();
  await expect(phone.getByText(rightsPage.page.states.granted)).toBeVisible();
  await expect(phone.getByText(german.rights.templates.granted.access(number))).toBeVisible();
  await expectAccessible(phone);
  await expectFitsEverywhere(phone);
  const secret = new URL(phone.url()).hash.slice(1);
  expect(requested.map((url) => url.split('#')[0]).join(' ')).not.toContain(secret);
  await context.close();
});
