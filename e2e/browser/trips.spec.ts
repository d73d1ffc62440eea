import { expect, test } from '@playwright/test';
import { newBookingId } from '../../shared/booking/bookingId.ts';
import { composeBooking } from '../../shared/booking/compose.ts';
import { quoteOf } from '../../shared/booking/quote.ts';
import { readFirstRelease } from '../../shared/testing/content.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { trips } from '../../web/i18n/es/fleet/trips.ts';
import { booking } from '../../web/testing/bookings.ts';
import { createAccount } from './people.ts';
import { expectAccessible, expectFitsEverywhere, openSection, signIn } from './steps.ts';

const t = trips.forms;

test('twenty pasted messages are trips for the whole office, and pasted again they are the same', async ({
  page,
  browser,
}) => {
  const pesos = quoteOf(readFirstRelease(), booking)?.pesos ?? null;
  const chat = Array.from({ length: 20 }, (_, index) => {
    const passenger = { ...booking, name: `Pasajera ${index + 1}`, time: `16:${10 + index}`, pesos };
    const message = composeBooking(passenger, 'Centro', newBookingId());
    return `26/11/26, 10:${10 + index} - +56 9 8765 43${10 + index}: *${message.replaceAll('\n', '*\n*')}*\n`;
  });
  await signIn(page, await createAccount('office'));
  await openSection(page, admin.trips);
  const paste = async () => {
    await page.getByRole('button', { name: trips.paste }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'chat.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(chat.join('')),
    });
    await expectAccessible(page);
    await page.getByRole('button', { name: t.read }).click();
  };
  await paste();
  await expect(page.getByText(`${t.outcome.added(20, '20')}.`)).toBeVisible();
  await paste();
  await expect(page.getByText(`${t.outcome.known(20, '20')}.`)).toBeVisible();
  await expectFitsEverywhere(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  const other = await browser.newPage();
  await signIn(other, await createAccount('office'));
  await openSection(other, admin.trips);
  await expect(other.getByText('Pasajera 1', { exact: true })).toBeVisible();

  // A booking by telephone: number, the data of the last trip, day, hour, save.
  await page.getByRole('button', { name: trips.add, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t.fields.phone).fill('9 8765 4310');
  await dialog.getByRole('button', { name: t.useLast }).click();
  await expect(dialog.getByLabel(t.fields.name, { exact: true })).toHaveValue('Pasajera 1');
  await dialog.getByLabel(t.fields.day, { exact: true }).fill('2099-11-30');
  await dialog.getByLabel(t.fields.landing).fill('18:00');
  await expect(dialog.getByText(t.pickup('30', '18:30', ''))).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: admin.save, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(other.getByText('Pasajera 1', { exact: true })).toHaveCount(2);
});
