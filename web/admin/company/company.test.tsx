import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages } from '../../../shared/staff-languages.ts';
import type { Content } from '../../../shared/content/content.ts';
import { readFirstRelease } from '../../../shared/testing/content.ts';
import { info as german } from '../../i18n/de/info.ts';
import { admin } from '../../i18n/es/admin.ts';
import { info } from '../../i18n/es/info.ts';
import { studio as spanish } from '../../i18n/es/studio.ts';
import { languageNames } from '../../i18n/languages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { renderStudio } from '../../testing/studio.tsx';

const first = readFirstRelease();
const at = { section: 'company' };
/** The facts below the prices are folded until an address leads to one. */
const atPrices = { ...at, field: 'company/nightHours/from' };
const { fields, company: t } = spanish;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

export const filled: Content = {
  ...first,
  company: {
    ...first.company,
    whatsappNumber: '+56987654321',
    email: 'boletas@andes-transfer.example',
    nightHours: { from: '22:00', to: '06:00' },
    included: {
      tolls: true,
      parking: true,
      childSeat: true,
      waitMinutes: 45,
      bags: 2,
      other: { es: 'Agua sin costo' },
    },
    cards: true,
    receipt: 'email',
  },
};

/** Replaces the storage. @returns the pictures that were uploaded */
function stubStorage() {
  const uploads: Blob[] = [];
  const fetchBefore = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).includes('/storage/v1/object/contenido/')) return fetchBefore(input, init);
    const form = init?.body;
    if (form instanceof FormData) uploads.push(form.get('') as Blob);
    return Response.json({ Id: 'id', Key: 'contenido/x' });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return uploads;
}

test('what the owner fills in is read in Spanish and German at once, and is saved', async () => {
  const { saved } = await renderStudio({ at: atPrices });
  await expect.element(page.getByText(t.noFacts).first()).toBeVisible();
  await field(fields.from).fill('22:00');
  await field(fields.to).fill('06:00');
  await field(fields.tolls).click();
  await field(fields.bags).fill('2');
  await field(fields.cards).selectOptions(spanish.yes);
  await field(fields.receipt).selectOptions(spanish.choices.driver);
  await page.getByRole('button', { name: new RegExp(`^${languageNames.de}`) }).click();
  const view = page.getByRole('region', { name: t.passengerView });
  for (const { facts, includes } of [
    { facts: info.facts, includes: 'Incluye peajes y 2 maletas' },
    { facts: german.facts, includes: 'Inklusive: Maut und 2 Koffer' },
  ])
    for (const line of [facts.night('22:00', '06:00'), includes, facts.cards, facts.receipts.driver])
      await expect.element(view.getByText(line)).toBeVisible();
  await expect
    .poll(() => saved.at(-1)?.company)
    .toMatchObject({
      nightHours: { from: '22:00', to: '06:00' },
      included: { tolls: true, parking: false, childSeat: false, bags: 2 },
      cards: true,
      receipt: 'driver',
    });
});

test('what is emptied again leaves no trace, so that passengers read nothing of it', async () => {
  const { saved } = await renderStudio({ at: atPrices, content: filled });
  await field(fields.from).fill('');
  await field(fields.to).fill('');
  for (const service of [fields.tolls, fields.parking, fields.childSeat]) await field(service).click();
  await field(fields.waitMinutes).fill('');
  await field(fields.bags).fill('');
  await button(spanish.editor.removeField).click();
  await field(fields.cards).selectOptions(t.unsaid);
  await field(fields.receipt).selectOptions(t.unsaid);
  await expect
    .poll(() => Object.keys(saved.at(-1)?.company ?? {}).sort())
    .toEqual(Object.keys(first.company).sort());
});

test('the minutes from the landing to the pick-up are 30, and are stored once they are others', async () => {
  const { saved } = await renderStudio({ at: { ...at, field: 'company/bufferMinutes' } });
  await expect.element(field(fields.bufferMinutes)).toHaveValue('30');
  await field(fields.bufferMinutes).fill('45');
  await expect.poll(() => saved.at(-1)?.company.bufferMinutes).toBe(45);
  await field(fields.bufferMinutes).fill('999');
  await expect.element(page.getByText(spanish.problems.too_large('240'))).toBeVisible();
  await field(fields.bufferMinutes).fill('30');
  await expect.poll(() => saved.at(-1)?.company).toEqual(first.company);
});

test('the free waiting begins with 60 and 15 minutes, and is stored once it is another one', async () => {
  const { saved } = await renderStudio({ at: { ...at, field: 'company/waitingMinutes/airport' } });
  await expect.element(field(fields.airport)).toHaveValue('60');
  await expect.element(field(fields.elsewhere)).toHaveValue('15');
  await field(fields.airport).fill('90');
  await expect.poll(() => saved.at(-1)?.company.waitingMinutes).toEqual({ airport: 90, elsewhere: 15 });
  await field(fields.airport).fill('0');
  await expect.element(page.getByText(spanish.problems.too_small('1'))).toBeVisible();
  await field(fields.airport).fill('60');
  await expect.poll(() => saved.at(-1)?.company).toEqual(first.company);
});

test('one hour alone is saved as a draft, and the field says that the other is missing', async () => {
  const { saved } = await renderStudio({ at: atPrices });
  await field(fields.from).fill('22:00');
  await expect.element(page.getByText(spanish.problems.empty)).toBeVisible();
  await expect.poll(() => saved.at(-1)?.company.nightHours).toEqual({ from: '22:00', to: '' });
});

test('a logo is drawn on white, with a square icon, shown at once, and removed', async () => {
  const uploads = stubStorage();
  const { saved, said } = await renderStudio({ at });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><rect width="200" height="50"/></svg>';
  await userEvent.upload(field(t.logo.upload), new File([svg], 'logo.svg', { type: 'image/svg+xml' }));
  await expect.poll(() => said).toContain(t.logo.uploaded);
  const sizes = await Promise.all(uploads.map((blob) => createImageBitmap(blob)));
  // Both go up at once.
  expect(new Set(sizes.map(({ width, height }) => `${width}×${height}`))).toEqual(
    new Set(['512×128', '512×512']),
  );
  await expect.element(page.getByAltText(t.logo.alt, { exact: true })).toBeInTheDocument();
  await expect
    .poll(() => saved.at(-1)?.company.logo)
    .toEqual({ path: expect.stringMatching(/[.]jpg$/), icon: expect.stringMatching(/[.]jpg$/) });
  await button(t.logo.remove).click();
  await expect.poll(() => saved.at(-1)?.company).toEqual(first.company);
});

test('a file that is no picture is refused in words', async () => {
  await renderStudio({ at });
  await userEvent.upload(field(t.logo.upload), new File(['x'], 'logo.png', { type: 'image/png' }));
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('the studio leads to the company, and the company to the publication', async () => {
  await renderStudio({ at: { view: 'texts' } });
  await page.getByRole('button', { name: new RegExp(`^${spanish.parts.company}`) }).click();
  await field(fields.name).fill('Taxi Andes');
  await button(spanish.publish.publish).click();
  await expect.element(page.getByText('Taxi Andes')).toBeVisible();
  await expect.element(button(spanish.publish.publish)).toBeVisible();
});

test.for(staffLanguages)('the section fits and is accessible in %s', async (language) => {
  const { company: words } = await loadNamespace('studio', language);
  await renderStudio({ at, language, content: filled });
  for (const title of [words.prices, words.legal, words.screen])
    await page.getByRole('heading', { name: title, exact: true }).click();
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
});

test('the panel names the section as an owner looks for it', () => {
  expect(admin.company).toBe('Empresa');
});
