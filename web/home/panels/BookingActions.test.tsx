import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import { fallbackTours } from '../../content/tours.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { expectQr } from '../../testing/looks.ts';
import { driver, openPanel } from '../../testing/panels.tsx';

const dialog = page.getByRole('dialog');
const code = driver.driver_code;

type Booking = Awaited<ReturnType<typeof loadNamespace<'panels'>>>['booking'];

/** The link and the code of `name` lead to a chat that begins with `message`. */
async function expectBookable(booking: Booking, name: string, message: string): Promise<void> {
  expect(message).toContain(name);
  const link = dialog.getByRole('link', { name: `${booking.button} ${name}`, exact: false });
  const { href } = link.element() as HTMLAnchorElement;
  const { origin, pathname, searchParams } = new URL(href);
  expect(origin + pathname).toBe('https://wa.me/56912345678');
  expect(searchParams.get('text')).toBe(message);
  const shown = dialog.getByRole('img', { name: booking.qr(name) });
  expect(shown.elements()).toEqual([]);
  await dialog.getByRole('button', { name: `${booking.showQr}: ${name}` }).click();
  await expectQr(shown, href);
  await dialog.getByRole('button', { name: `${booking.hideQr}: ${name}` }).click();
  expect(shown.elements()).toEqual([]);
}

test.for(languages)(
  'the routes have their prices and lead to WhatsApp, by link and by code (%s)',
  async (language) => {
    const { booking, info } = await loadNamespace('panels', language);
    await openPanel('routes', language);
    const routes = [
      [info.routes.downtown, '$15.000'],
      ['Providencia', '$18.000'],
      ['Las Condes', '$22.000'],
      ['Vitacura', '$25.000'],
    ] as const;
    for (const [name, price] of routes) {
      await expect.element(dialog.getByText(price, { exact: true })).toBeVisible();
      await expectBookable(booking, name, booking.route(name, price, code));
    }
  },
);

test.for(languages)(
  'where no tours can be loaded the built-in ones are shown, and lead to WhatsApp (%s)',
  async (language) => {
    const { booking, tours: words } = await loadNamespace('panels', language);
    await openPanel('tours', language);
    await expect.element(dialog.getByText(words.threeHours, { exact: true }).first()).toBeVisible();
    await expect.element(dialog.getByText(words.fullDay, { exact: true }).first()).toBeVisible();
    for (const { name, stops } of fallbackTours(await loadNamespace('tours', language))) {
      await expect.element(dialog.getByRole('heading', { name, exact: true })).toBeVisible();
      for (const { place } of stops)
        await expect.element(dialog.getByText(place, { exact: true }).first()).toBeVisible();
      await expectBookable(booking, name, booking.tour(name, code));
    }
  },
);
