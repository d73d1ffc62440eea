import { expect, test } from '@playwright/test';
import { composeBooking } from '../../shared/booking/compose.ts';
import { quoteOf } from '../../shared/booking/quote.ts';
import { readFirstRelease } from '../../shared/testing/content.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { bookings as t } from '../../web/i18n/es/fleet/bookings.ts';
import { booking } from '../../web/testing/bookings.ts';
import { createAccount, createDriver, patch } from './people.ts';
import { pageMillimetres, printedPages } from './printedPages.ts';
import { expectAccessible, expectFitsEverywhere, openSection, signIn } from './steps.ts';

test('the office pastes a chat, assigns a driver and replies, and no server hears of the passenger', async ({
  page,
}) => {
  const driver = await createDriver('Diego Fuentes Rojas');
  await patch('drivers', `id=eq.${driver.driverId}`, { approved: true });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await signIn(page, await createAccount('office'));
  await openSection(page, admin.bookings);
  await expect(page.getByText(t.emptyHint)).toBeVisible();

  const pesos = quoteOf(readFirstRelease(), booking)?.pesos ?? null;
  const passengers = [
    { name: 'Anna Keller', time: '14:30' },
    { name: 'Berta Soto', time: '14:45' },
  ];
  const others = Array.from({ length: 18 }, (_, index) => ({
    name: `Pasajera ${index + 1}`,
    time: `16:${10 + index}`,
  }));
  const chat = [...passengers, ...others].map((passenger, index) => {
    const message = composeBooking({ ...booking, ...passenger, pesos }, 'Centro');
    return `26/11/26, 10:${10 + index} - +56 9 8765 43${10 + index}: *${message.replaceAll('\n', '*\n*')}*\n`;
  });
  await page.getByRole('button', { name: t.paste }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'chat.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(chat.join('')),
  });
  await page.getByRole('button', { name: t.read }).click();
  await expect(page.getByText(`${t.outcome.added(20, '20')}.`)).toBeVisible();

  const dialog = page.getByRole('dialog');
  for (const { name } of passengers) {
    await page.getByRole('button', { name: t.open(name) }).click();
    await expect(dialog.getByText(t.priceSame)).toBeVisible();
    await dialog.getByLabel(t.driver, { exact: true }).selectOption(driver.driverId);
    if (name === 'Anna Keller') await dialog.getByRole('button', { name: 'Cerrar' }).click();
  }
  await expect(dialog.getByText(t.conflict.driver('Anna Keller', '14:30', '15', '50'))).toBeVisible();
  await dialog.getByLabel(t.reply, { exact: true }).selectOption('impossible');
  await expect(dialog.getByLabel(t.replyIn('alemán'))).toHaveValue(/^Guten Tag Berta Soto/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t.calendar }).click();
  expect((await download).suggestedFilename()).toMatch(/^reservas-.+\.ics$/);
  // The day of twenty trips is one page of A4.
  const pages = printedPages(await page.pdf({ preferCSSPageSize: true }));
  expect(pages.map(pageMillimetres)).toEqual([[210, 297]]);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveCount(20);
  await expectAccessible(page);
  await expectFitsEverywhere(page);
  expect(sent.filter((request) => /Keller|Berta|LA705|Hotel/.test(decodeURIComponent(request)))).toEqual([]);
});
