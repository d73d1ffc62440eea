import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { textIn } from '../../shared/content/text.ts';
import type { Content } from '../../shared/content/content.ts';
import { languages, type Language } from '../../shared/languages.ts';
import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { expectReadableEverywhere } from '../testing/backSeat.ts';
import { content } from '../testing/sampleContent.ts';
import { devices, expectFitsEverywhere, expectNoSidewaysScroll, expectQr } from '../testing/looks.ts';
import { driver, openPanel } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import HomeScreen from './HomeScreen.tsx';

const dialog = page.getByRole('dialog');
const [centre, ...otherRoutes] = content.routes;

const withPrices = (prices: Content['routes'][number]['prices']): Content => ({
  ...content,
  routes: [{ ...centre!, prices }, ...otherRoutes],
});

async function openHome(language: Language, published: Content, atWheel: DriverAtWheel = driver) {
  const { home } = await loadMessages(language);
  const rendered = await renderIn(
    language,
    <SessionProvider>
      <HomeScreen driver={atWheel} />
    </SessionProvider>,
    [],
    published,
  );
  await expect.element(page.getByText(home.bookTrip)).toBeVisible();
  return rendered;
}

test('a changed price is in the panel and in the line of the tile', async () => {
  const published = withPrices([{ pesos: 9_500 }]);
  const { unmount } = await openPanel('routes', 'es', published);
  await expect.element(dialog.getByText('$9.500', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('Precios del 20 nov', { exact: false })).toBeVisible();
  await unmount();
  await openHome('es', published);
  await expect.element(page.getByText('Desde $9.500')).toBeVisible();
});

test.for(languages)(
  'an expired price is no price: passengers are asked to inquire (%s)',
  async (language) => {
    const { info, booking } = await loadNamespace('panels', language);
    await openPanel('routes', language, withPrices([{ pesos: 9_500, validUntil: '2026-01-31' }]));
    await expect.element(dialog.getByText(info.routes.inquire, { exact: true })).toBeVisible();
    expect(dialog.getByText('$9.500', { exact: false }).elements()).toEqual([]);
    const link = dialog.getByRole('link').first().element() as HTMLAnchorElement;
    const message = new URL(link.href).searchParams.get('text');
    const name = language === 'es' ? centre!.name.es : centre!.name[language]!.text;
    expect(message).toBe(booking.route(name, null, driver.driver_code));
    await expectFitsEverywhere();
  },
);

test('a price at night and a note stand beside the route', async () => {
  const route = { ...centre!, prices: [{ pesos: 15_000, night: 18_500 }], note: { es: 'Peajes incluidos' } };
  await page.viewport(1280, 800);
  await openPanel('routes', 'es', { ...content, routes: [route, ...otherRoutes] });
  await expect.element(dialog.getByText('Noche: $18.500', { exact: false })).toBeVisible();
  await expect.element(dialog.getByText('Peajes incluidos', { exact: false })).toBeVisible();
  await expectReadableEverywhere({ facts: new Set(['Noche: $18.500']) });
});

const basico = { id: 'v', license_plate: 'TAXI01', class: 'basico', brand_model: null, colour: null };

test.for(languages)(
  'in a taxi básico no price is fixed, by the class of its vehicle (%s)',
  async (language) => {
    const { info } = await loadNamespace('panels', language);
    const tagline = { es: 'A precio fijo', de: { text: 'Zum Festpreis' } };
    const company = { ...content.company, tagline, fares: 'byVehicle' as const };
    const fixed = page.getByText(language === 'de' ? 'Zum Festpreis' : 'A precio fijo');
    const agreed = await openHome(
      language,
      { ...content, company },
      {
        ...driver,
        vehicle: { ...basico, class: 'turismo' },
      },
    );
    await expect.element(fixed).toBeVisible();
    await agreed.unmount();
    const metered = await openHome(language, { ...content, company }, { ...driver, vehicle: basico });
    expect(fixed.elements()).toEqual([]);
    await metered.unmount();
    await openPanel('routes', language, { ...content, company }, { vehicle: basico });
    await expect.element(dialog.getByText(info.facts.reference)).toBeVisible();
    await expectFitsEverywhere();
  },
);

test.for(languages)(
  'a route is paid on the passenger’s own phone, at a site that is named (%s)',
  async (language) => {
    const paymentLink = 'https://www.flow.cl/btn.php?token=b1';
    await openPanel('routes', language, {
      ...content,
      routes: [{ ...centre!, paymentLink }, ...otherRoutes],
    });
    const { pay } = (await loadNamespace('panels', language)).info;
    expect(document.querySelector(`a[href="${paymentLink}"]`)).toBeNull();
    await dialog.getByRole('button', { name: pay.button, exact: false }).click();
    const name = textIn(centre!.name, language).text;
    await expectQr(dialog.getByRole('img', { name: pay.qr(name) }), paymentLink);
    await expect.element(dialog.getByText(pay.scan('www.flow.cl'))).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('a text without a translation is Spanish, and marked as such', async () => {
  const [square, ...places] = content.places;
  const { de: _, ...name } = square!.name;
  await openPanel('places', 'de', { ...content, places: [{ ...square!, name }, ...places] });
  const heading = dialog.getByRole('heading', { name: name.es });
  await expect.element(heading).toBeVisible();
  expect(heading.element().querySelector('[lang]')?.getAttribute('lang')).toBe('es');
});

test.for(languages)('a claim that is switched off is nowhere (%s)', async (language) => {
  const claims = content.claims.map((claim) => ({ ...claim, shown: claim.id !== 'insurance' }));
  const { title, line, short } = content.claims.find(({ id }) => id === 'insurance')!;
  const gone = [title, line, short!].map((words) => (language === 'es' ? words.es : words[language]!.text));
  const { unmount } = await openPanel('safety', language, { ...content, claims });
  const { measures } = await loadNamespace('emergency', language);
  await expect.element(dialog.getByText(measures)).toBeVisible();
  for (const text of gone) expect(document.body.textContent).not.toContain(text);
  await unmount();
  await openHome(language, { ...content, claims });
  const { tiles } = (await loadMessages(language)).home;
  const tile = page.getByRole('button', { name: tiles.safety.title, exact: false }).element();
  for (const text of gone) expect(tile.textContent).not.toContain(text);
});

test('the tile of an unverified driver does not promise a verified one', async () => {
  const claims = content.claims.map((claim) =>
    claim.id === 'driver' ? { ...claim, short: { es: 'conductor verificado' } } : claim,
  );
  const published = { ...content, claims };
  const { tiles } = (await loadMessages('es')).home;
  const tile = page.getByRole('button', { name: tiles.safety.title, exact: false });
  const line = () => tile.element().textContent;
  const { unmount } = await openHome('es', published);
  expect(line()).toContain('conductor verificado');
  await unmount();
  await openHome('es', published, { ...driver, state: 'waiting' });
  expect(line()).toContain('GPS, seguro y monitoreo');
  expect(document.querySelector('.lucide-badge-check')).toBeNull();
});

test('the day of the prices ends with one full stop, in each language', async () => {
  for (const language of languages) {
    const { unmount } = await openPanel('routes', language);
    await expect.element(dialog.getByText('20', { exact: false }).last()).toBeVisible();
    expect(dialog.element().textContent).not.toContain('..');
    await unmount();
  }
});

test('without a number passengers see no way to book by WhatsApp, and the driver is told', async () => {
  const published = { ...content, company: { ...content.company, whatsappNumber: '' } };
  await openHome('es', published);
  expect(document.querySelectorAll('a[href*="wa.me"]')).toHaveLength(0);
  await expectFitsEverywhere(expectNoSidewaysScroll);
  for (const panel of ['routes', 'return', 'tours'] as const) {
    const { unmount } = await openPanel(panel, 'es', published);
    await expect.element(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible();
    expect(document.querySelectorAll('a[href*="wa.me"]')).toHaveLength(0);
    await unmount();
  }
  const { driver: words } = await loadNamespace('kiosk', 'es');
  await openPanel('driverMenu', 'es', published);
  await expect.element(dialog.getByText(words.noWhatsapp)).toBeVisible();
});

test('an uploaded picture replaces the illustration, cropped around its focus', async () => {
  const [square, ...places] = content.places;
  const picture = { id: 'square', path: 'plaza.jpg', focus: { x: 20, y: 80 }, alt: { es: 'Palmeras' } };
  const published = {
    ...content,
    places: [{ ...square!, picture: 'square' }, ...places],
    pictures: [picture],
  };
  // Nothing answers the address of the picture here, and a picture that fails gives way to its illustration.
  const withhold = (event: Event) => event.stopPropagation();
  document.addEventListener('error', withhold, true);
  onTestFinished(() => document.removeEventListener('error', withhold, true));
  await openPanel('places', 'de', published);
  const shown = dialog.getByAltText('Palmeras').element() as HTMLImageElement;
  expect(new URL(shown.src).pathname).toBe('/storage/v1/object/public/contenido/plaza.jpg');
  expect(shown.style.objectPosition).toBe('20% 80%');
});

test('a panel without content has no tile', async () => {
  await openHome('es', { ...content, tours: [], places: [] });
  const { tiles } = (await loadMessages('es')).home;
  const shown = (title: string) => page.getByRole('button', { name: title, exact: false }).elements();
  expect([tiles.tours, tiles.places].flatMap(({ title }) => shown(title))).toEqual([]);
  expect(shown(tiles.location.title)).toHaveLength(1);
});

test('the notice is shown within its period', async () => {
  const text = { es: 'El túnel está cerrado: salimos diez minutos antes.' };
  const notice = { text, validFrom: '2026-01-01', validUntil: '2099-12-31' };
  await openHome('es', { ...content, notice });
  await expect.element(page.getByText(text.es)).toBeVisible();
  await page.viewport(1280, 800);
  const { scrollHeight, clientHeight } = document.documentElement;
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
});

test('a notice of another day is not shown', async () => {
  const notice = { text: { es: 'Ya pasó' }, validFrom: '2026-01-01', validUntil: '2026-01-02' };
  await openHome('es', { ...content, notice });
  expect(page.getByText('Ya pasó').elements()).toEqual([]);
});

const stated: Content = {
  ...content,
  company: {
    ...content.company,
    whatsappNumber: '+56987654321',
    nightHours: { from: '22:00', to: '06:00' },
    included: { tolls: true, parking: true, childSeat: false, waitMinutes: 45, bags: 2 },
    cards: true,
    receipt: 'whatsapp',
  },
};

test.for(languages)(
  'the facts of the company stand below the prices and the tours, and fit (%s)',
  async (language) => {
    const { info } = await loadNamespace('panels', language);
    for (const panel of ['routes', 'tours'] as const) {
      const { unmount } = await openPanel(panel, language, stated);
      await expect.element(dialog.getByText(info.facts.night('22:00', '06:00'))).toBeVisible();
      await expect.element(dialog.getByText(info.facts.receipts.whatsapp)).toBeVisible();
      await expectFitsEverywhere();
      for (const { width, height } of devices) {
        await page.viewport(width, height);
        const overflow = () => {
          const { scrollHeight, clientHeight } = dialog.element().querySelector('.window-content')!;
          return scrollHeight - clientHeight;
        };
        await expect.poll(overflow, { message: `${panel} at ${width}×${height}` }).toBeLessThanOrEqual(0);
      }
      await unmount();
    }
  },
);

test('a planned price begins at its minute, without a network and without a reload', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime('2026-12-01T11:59:30-03:00');
  await openHome('es', withPrices([{ pesos: 9_500 }, { pesos: 9_900, validFrom: '2026-12-01T12:00' }]));
  await expect.element(page.getByText('Desde $9.500')).toBeVisible();
  vi.advanceTimersByTime(60_000);
  await expect.element(page.getByText('Desde $9.900')).toBeVisible();
});

test('a price ends at its minute, without a network and without a reload', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime('2026-12-01T17:59:30-03:00');
  await openHome('es', withPrices([{ pesos: 9_500, validUntil: '2026-12-01T18:00' }]));
  await expect.element(page.getByText('Desde $9.500')).toBeVisible();
  vi.advanceTimersByTime(60_000);
  await expect.element(page.getByText('Desde $9.500')).not.toBeInTheDocument();
});
