import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../../shared/languages.ts';
import { textIn } from '../../../../shared/content/text.ts';
import { loadMessages } from '../../../i18n/loadMessages.ts';
import { loadNamespace } from '../../../i18n/namespaces.ts';
import { flowLanguages } from '../../../testing/render.tsx';
import { content } from '../../../testing/sampleContent.ts';
import { expectNothingCutOff, expectQr, sizes } from '../../../testing/looks.ts';
import { driver, openPanel } from '../../../testing/panels.tsx';

const dialog = page.getByRole('dialog');
const code = driver.driver_code;

/** Presses a button at once: a click of the mouse first waits until the button stands still. */
function press(name: string): void {
  (dialog.getByRole('button', { name }).element() as HTMLElement).click();
}

/** Whether some element on the screen shows this text, with nothing over it. */
function textInView(text: string): boolean {
  const walker = document.createTreeWalker(dialog.element(), NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const element = walker.currentNode as HTMLElement;
    if (
      !element.textContent.includes(text) ||
      [...element.children].some((child) => child.textContent.includes(text))
    )
      continue;
    const box = element.getBoundingClientRect();
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (over !== null && box.width > 1 && (element.contains(over) || over.contains(element))) return true;
  }
  return false;
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

test.for(flowLanguages)(
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

test.for(flowLanguages)('the tours have their stops, and lead to WhatsApp (%s)', async (language) => {
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

test.for(languages)(
  'the code of a route leaves its name, minutes and price in view, and its button says that it hides it (%s)',
  async (language) => {
    const { booking } = await loadNamespace('panels', language);
    await openPanel('routes', language);
    const [, route] = content.routes;
    const name = textIn(route!.name, language).text;
    for (const { width, height } of sizes) {
      await page.viewport(width, height);
      press(`${booking.showQr}: ${name}`);
      const shown = dialog.getByRole('img', { name: booking.qr(name) });
      await expect.element(shown).toBeVisible();
      // A point of each fact belongs to the fact, not to something that lies over it.
      const facts = [name, '$18.000', String(route!.minutes)].map(textInView);
      expect(facts, `${width}×${height}`).toEqual([true, true, true]);
      const close = dialog.getByRole('button', { name: `${booking.hideQr}: ${name}` });
      await expect.element(close).toHaveTextContent(booking.hide);
      await expectNothingCutOff(`${width}×${height}`);
      press(`${booking.hideQr}: ${name}`);
    }
  },
);

test.for(languages)(
  'the return has a link and a code for the passenger’s own phone (%s)',
  async (language) => {
    const { booking, info } = await loadNamespace('panels', language);
    const { home } = await loadMessages(language);
    await openPanel('return', language);
    const name = home.tiles.return.title;
    const link = dialog.getByRole('link', { name: `${info.askReturn} ${name}`, exact: false });
    await expect.element(link).toBeVisible();
    const { href } = link.element() as HTMLAnchorElement;
    expect(new URL(href).searchParams.get('text')).toBe(home.returnMessage(code));
    for (const { width, height } of sizes) {
      await page.viewport(width, height);
      press(`${booking.showQr}: ${name}`);
      await expectQr(dialog.getByRole('img', { name: booking.qr(name) }), href);
      await expectNothingCutOff(`${width}×${height}`);
      press(`${booking.hideQr}: ${name}`);
    }
  },
);
