import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import { textIn } from '../../../shared/content/text.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { content } from '../../testing/content.ts';
import { expectQr } from '../../testing/looks.ts';
import { driver, openPanel } from '../../testing/panels.tsx';

const dialog = page.getByRole('dialog');
const code = driver.driver_code;

/** Presses a button at once: a click of the mouse first waits until the button stands still. */
function press(name: string): void {
  (dialog.getByRole('button', { name }).element() as HTMLElement).click();
}

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
  press(`${booking.showQr}: ${name}`);
  await expectQr(shown, href);
  press(`${booking.hideQr}: ${name}`);
  await expect.element(shown).not.toBeInTheDocument();
}

test.for(languages)(
  'the routes have their prices and lead to WhatsApp, by link and by code (%s)',
  async (language) => {
    const { booking } = await loadNamespace('panels', language);
    await openPanel('routes', language);
    const prices = ['$15.000', '$18.000', '$22.000', '$25.000'];
    for (const [index, price] of prices.entries()) {
      const name = textIn(content.routes[index]!.name, language).text;
      await expect.element(dialog.getByText(price, { exact: true })).toBeVisible();
      await expectBookable(booking, name, booking.route(name, price, code));
    }
  },
);

test.for(languages)('the tours have their stops, and lead to WhatsApp (%s)', async (language) => {
  const { booking, tours: words } = await loadNamespace('panels', language);
  await openPanel('tours', language);
  await expect.element(dialog.getByText(words.threeHours, { exact: true }).first()).toBeVisible();
  await expect.element(dialog.getByText(words.fullDay, { exact: true }).first()).toBeVisible();
  for (const tour of content.tours) {
    const name = textIn(tour.name, language).text;
    await expect.element(dialog.getByRole('heading', { name, exact: true })).toBeVisible();
    for (const stop of tour.stops) {
      const place = textIn(stop.place, language).text;
      await expect.element(dialog.getByText(place, { exact: true }).first()).toBeVisible();
    }
    await expectBookable(booking, name, booking.tour(name, code));
  }
});
