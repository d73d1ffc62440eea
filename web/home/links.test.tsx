import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { mapsUrl, whatsappUrl } from '../content/links.ts';
import { chooseLinks } from '../device/links.ts';
import { reportDevice } from '../device/deviceState.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { expectReadableEverywhere } from '../testing/backSeat.ts';
import { content } from '../testing/sampleContent.ts';
import { expectAccessibleInBothThemes, expectQr } from '../testing/looks.ts';
import { driver, openPanel } from '../testing/panels.tsx';
import { flowLanguages, renderIn } from '../testing/render.tsx';
import { BookingCard } from './BookingCard.tsx';
import { TileGrid } from './TileGrid.tsx';

const dialog = page.getByRole('dialog');

beforeEach(() => {
  chooseLinks('codes');
  onTestFinished(() => chooseLinks('open'));
});

test('a device that shows links as codes has no link to WhatsApp, only its code', async () => {
  const { home } = await loadMessages('es');
  const { info } = await loadNamespace('panels', 'es');
  const url = whatsappUrl(content.company, home.bookingMessage('C-104'))!;
  const { unmount } = await renderIn('es', <BookingCard url={url} onOpen={() => undefined} />);
  await expectQr(page.getByRole('img', { name: home.whatsappQr }), url);
  expect(page.getByRole('link').elements()).toEqual([]);
  await unmount();

  const { unmount: close } = await openPanel('return', 'es');
  await expect.element(dialog.getByRole('heading', { name: info.askReturn })).toBeVisible();
  await expectQr(
    dialog.getByRole('img', { name: home.whatsappQr }),
    whatsappUrl(content.company, home.returnMessage(driver.driver_code))!,
  );
  expect(dialog.getByRole('link').elements()).toEqual([]);
  await expectReadableEverywhere();
  await expectAccessibleInBothThemes();
  await close();
});

test.for(languages)('routes and the map are codes that fit every size (%s)', async (language) => {
  const { booking } = await loadNamespace('panels', language);
  const { map } = await loadNamespace('kiosk', language);
  const position = { coords: { latitude: -33.4, longitude: -70.7 } } as GeolocationPosition;
  const located = vi
    .spyOn(navigator.geolocation, 'getCurrentPosition')
    .mockImplementation((found) => found(position));
  onTestFinished(() => located.mockRestore());

  const { unmount } = await openPanel('routes', language);
  await expect
    .element(dialog.getByRole('button', { name: booking.button, exact: false }).first())
    .toBeVisible();
  expect(dialog.getByRole('link').elements()).toEqual([]);
  await expectReadableEverywhere();
  await unmount();

  await openPanel('map', language);
  await expectQr(dialog.getByRole('img', { name: map.qr }), mapsUrl(content.company, '-33.4,-70.7'));
  await expectReadableEverywhere();
});

test('without a network the map opens as a code, for a phone that has one', async () => {
  chooseLinks('open');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const tab = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => {
    online.mockRestore();
    tab.mockRestore();
  });
  const { home } = await loadMessages('es');
  const opened = vi.fn();
  await renderIn('es', <TileGrid driver={driver} onOpen={opened} />);
  await page.getByText(home.tiles.location.title, { exact: true }).click();
  expect(opened.mock.calls).toEqual([['map']]);
  expect(tab).not.toHaveBeenCalled();
});

test.for(languages)(
  'the driver’s menu tells a wrong clock and lets the driver choose how links are offered (%s)',
  async (language) => {
    reportDevice({ clockOffset: -3 * 3_600_000 });
    onTestFinished(() => reportDevice({ clockOffset: null }));
    const { driver: words } = await loadNamespace('kiosk', language);
    await openPanel('driverMenu', language);
    const hours = new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', unitDisplay: 'long' });
    await expect.element(dialog.getByText(words.clockBehind(hours.format(3)))).toBeVisible();
    const choice = dialog.getByRole('checkbox');
    await expect.element(choice).toBeChecked();
    await choice.click();
    await expect.element(choice).not.toBeChecked();
    expect(localStorage.getItem('links')).toBe('open');
    await expectReadableEverywhere();
    if (language === 'es') await expectAccessibleInBothThemes();
  },
);

test.for(flowLanguages)('a view of the driver’s menu leads back to the menu (%s)', async (language) => {
  const { driver: words } = await loadNamespace('kiosk', language);
  const { diagnosis } = await loadNamespace('ownDevice', language);
  await openPanel('driverMenu', language);
  await dialog.getByText(diagnosis.menu).click();
  await expect.element(dialog.getByText(diagnosis.connection)).toBeVisible();
  await expectReadableEverywhere();
  await dialog.getByRole('button', { name: words.back }).click();
  await expect.element(dialog.getByText(words.intro)).toBeVisible();
});
