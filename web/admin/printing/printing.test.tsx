import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PrintedCard } from '../../data/cards/printedCards.ts';
import { cards as onCards } from '../../i18n/es/cards.ts';
import { errors } from '../../i18n/es/errors.ts';
import { printing as spanish } from '../../i18n/es/fleet/printing.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { languages } from '../../../shared/languages.ts';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import { Addressed, renderPanel } from '../../testing/administration.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { cardRows } from '../../testing/panelLists.tsx';
import { credential, headrest, printedReceipt, sticker, voidedReceipt } from '../../testing/printedCards.ts';
import { modulesOf, shownModules } from '../../testing/qr.ts';
import { Papers, type PaperSize } from './Papers.tsx';
import PrintDialog from './PrintDialog.tsx';
import { PrintPreview } from './PrintPreview.tsx';
import PrintingSection from './PrintingSection.tsx';

const noFilter = { search: '', kind: '' };
const nothing = () => undefined;
const millimetrePx = 96 / 25.4;

const register = <Addressed id="printing" of={PrintingSection} />;

async function render(language: StaffLanguage, node: Parameters<typeof renderPanel>[1], rows = cardRows) {
  await Promise.all(languages.map((each) => loadNamespace('cards', each)));
  await loadNamespace('printing', language);
  history.replaceState(null, '', '?section=printing');
  return renderPanel(language, node, ['printing', noFilter, rows.slice(0, 3)]);
}

/**
 * Answers the panel's requests until the test ends, and notes what it registers.
 * @param lost the first response to a registration is lost
 */
function backend(registered: readonly PrintedCard[] = [], lost = false) {
  const calls: { readonly id?: string }[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.includes('/rpc/')) calls.push(JSON.parse(String(init?.body)) as { readonly id?: string });
    if (url.includes('/rpc/') && lost && calls.length === 1)
      return Promise.reject(new TypeError('Failed to fetch'));
    const documents = [{ driver_id: 'ana', kind: 'Licencia A2' }];
    const ids = registered.map(({ id }) => ({ id }));
    const body = url.includes('/document_list')
      ? documents
      : url.includes('/vehicle_drivers')
        ? []
        : url.includes('/rpc/')
          ? ids
          : registered.map((card) => ({ ...card, id: calls.at(-1)?.id ?? card.id }));
    if (url.includes('issue_receipt')) return Promise.resolve(new Response(null, { status: 204 }));
    return Promise.resolve(Response.json(body));
  });
  onTestFinished(() => spy.mockRestore());
  return calls;
}

/** Width and height of an element in whole millimetres. */
function millimetres(selector: string): readonly number[] {
  const { width, height } = document.querySelector(selector)!.getBoundingClientRect();
  return [width, height].map((side) => Math.round(side / millimetrePx));
}

test.each(staffLanguages)('the register fits every screen (%s)', async (language) => {
  await render(language, register);
  await expect.element(page.getByText('CR-200')).toBeVisible();
  await expectFitsEverywhere();
});

test('a company that has printed nothing reads what the section is for', async () => {
  await render('es', register, []);
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
});

test('a credential asks for the missing licence class, and takes the others from the documents', async () => {
  const calls = backend([credential]);
  const subjects = [
    { driver: 'ana', name: 'Ana Soto', plate: 'BBCD12' },
    { driver: 'bruno', name: 'Bruno Muñoz', plate: 'BBCD13' },
  ];
  await render('es', <PrintDialog subjects={subjects} onClose={nothing} />);
  const licences = page.getByRole('textbox', { name: spanish.licence });
  await expect.element(licences.first()).toHaveValue('A2');
  const next = page.getByRole('button', { name: spanish.prepare });
  await next.click();
  await expect.element(licences.last()).toHaveFocus();
  await licences.last().fill('A1');
  await expectAccessibleInBothThemes();
  await next.click();
  await expect.element(page.getByRole('heading', { name: spanish.preview })).toBeVisible();
  expect(calls).toEqual([
    {
      kind: 'credential',
      cards: [
        { id: expect.any(String), driver: 'ana', plate: 'BBCD12', licence: 'A2' },
        { id: expect.any(String), driver: 'bruno', plate: 'BBCD13', licence: 'A1' },
      ],
    },
  ]);
});

test('cards and receipts are sent again with their ids after a lost response', async () => {
  const cards = backend([sticker], true);
  const subjects = ['ana', 'bruno'].map((driver) => ({ driver, name: driver, plate: 'BBCD12' }));
  const dialog = await render('es', <PrintDialog subjects={subjects} onClose={nothing} />);
  await page.getByRole('radio', { name: spanish.kinds.sticker }).click();
  const next = page.getByRole('button', { name: spanish.prepare });
  for (const sent of [1, 2]) {
    await next.click();
    await expect.poll(() => cards.length).toBe(sent);
  }
  await expect.element(page.getByRole('heading', { name: spanish.preview })).toBeVisible();
  expect(cards[1]).toEqual(cards[0]);
  await dialog.unmount();
  vi.mocked(window.fetch).mockRestore();

  const receipts = backend([printedReceipt], true);
  await render('es', register);
  await page.getByRole('button', { name: spanish.receipt.add }).click();
  await page.getByLabelText(spanish.receipt.origin).fill('Aeropuerto');
  await page.getByLabelText(spanish.receipt.destination).fill('Las Condes');
  await page.getByLabelText(spanish.receipt.pesos).fill('22.000');
  for (const sent of [1, 2]) {
    await page.getByRole('button', { name: spanish.receipt.write }).click();
    await expect.poll(() => receipts.length).toBe(sent);
  }
  await expect.element(page.getByRole('link', { name: new RegExp(spanish.receipt.whatsapp) })).toBeVisible();
  expect(receipts[1]).toEqual(receipts[0]);
});

test('a vehicle without drivers gets no card, and the dialog says so', async () => {
  backend();
  await render('es', <PrintDialog subjects={[]} unassigned={['BBCD12']} onClose={nothing} />);
  await expect.element(page.getByText(spanish.nobody)).toBeVisible();
});

test.for([
  ['$22.000', 22_000],
  ['23 mil', 23_000],
] as const)('a receipt takes the amount %s and refuses none', async ([typed, pesos]) => {
  const calls = backend([printedReceipt]);
  await render('es', register);
  await page.getByRole('button', { name: spanish.receipt.add }).click();
  await page.getByLabelText(spanish.receipt.origin).fill('Aeropuerto');
  await page.getByLabelText(spanish.receipt.destination).fill('Las Condes');
  await page.getByRole('button', { name: spanish.receipt.write }).click();
  const amount = page.getByLabelText(spanish.receipt.pesos);
  await expect.element(amount).toHaveAccessibleDescription(errors.field.required);
  await amount.fill('0');
  await page.getByRole('button', { name: spanish.receipt.write }).click();
  await expect.element(page.getByText(spanish.receipt.wrongAmount)).toBeVisible();
  await amount.fill(typed);
  await page.getByRole('button', { name: spanish.receipt.write }).click();
  await expect.poll(() => calls).toMatchObject([{ origin: 'Aeropuerto', destination: 'Las Condes', pesos }]);
  await expect.element(page.getByRole('link', { name: new RegExp(spanish.receipt.whatsapp) })).toBeVisible();
});

test('a receipt is voided with a reason; the register and every print say so', async () => {
  const open = { ...printedReceipt, id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b11' };
  const registered = [{ ...voidedReceipt, id: open.id, folio: open.folio }];
  const calls = backend([open]);
  const { voiding } = spanish;
  await render('es', register, [open, voidedReceipt]);
  await expect.element(page.getByText(voiding.label, { exact: true })).toBeVisible();
  await expect.element(page.getByText(voidedReceipt.void_reason!, { exact: false })).toBeVisible();
  await page.getByRole('link', { name: /C-207/ }).click();
  const confirm = page.getByRole('button', { name: voiding.confirm, exact: true });
  await confirm.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: voiding.confirm, exact: true }).click();
  await expect.element(page.getByText(errors.field.required)).toBeVisible();
  await page.getByLabelText(voiding.reason).fill('Otro viaje');
  await expectAccessibleInBothThemes();
  vi.mocked(window.fetch).mockRestore();
  const later = backend(registered);
  await dialog.getByRole('button', { name: voiding.confirm, exact: true }).click();
  await expect.poll(() => later).toEqual([{ receipt: open.id, reason: 'Otro viaje' }]);
  await expect.element(confirm).not.toBeInTheDocument();
  const paper = page.getByText(onCards.receipt.voided('25 de noviembre de 2026'));
  await expect.element(paper.first()).toBeInTheDocument();
  expect(calls).toEqual([]);
});

test.for(staffLanguages)('the page of a receipt fits every screen (%s)', async (language) => {
  backend([printedReceipt]);
  const id = '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b11';
  await render(language, register, [{ ...printedReceipt, id }]);
  const t = await loadNamespace('printing', language);
  await page.getByRole('link', { name: /207/ }).click();
  await expect.element(page.getByRole('link', { name: new RegExp(t.receipt.whatsapp) })).toBeVisible();
  await expectFitsEverywhere();
});

test.each([
  ['letter', [279, 216], [216, 279]],
  ['a4', [297, 210], [210, 297]],
] as const)('cards have their millimetres on %s', async (size: PaperSize, wide, upright) => {
  await render(
    'es',
    <div className="w-max">
      <Papers cards={[credential, headrest, printedReceipt, sticker]} size={size} />
    </div>,
  );
  await vi.waitUntil(() => document.querySelectorAll('svg.paper-code').length === 7);
  expect(millimetres(`[data-paper="${size}-landscape"]`)).toEqual(wide);
  expect(millimetres(`[data-paper="${size}-portrait"]`)).toEqual(upright);
  expect(millimetres('.credential')).toEqual([210, 140]);
  const [width = 0, height = 0] = millimetres('.credential-photo');
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(50);
  for (const code of document.querySelectorAll('.paper-code')) {
    // The quiet zone of four modules on either side is not part of the code.
    const modules = code.getAttribute('viewBox')!.split(' ').map(Number)[2]!;
    const side = (code.getBoundingClientRect().width * (modules - 8)) / modules;
    expect(side / millimetrePx).toBeGreaterThanOrEqual(25);
  }
  for (const card of document.querySelectorAll<HTMLElement>('.paper-card'))
    expect([card.scrollWidth > card.clientWidth, card.scrollHeight > card.clientHeight]).toEqual([
      false,
      false,
    ]);
});

test('a headrest card opens the pages of its driver, in the language of the phone', async () => {
  await render('es', <Papers cards={[headrest]} size="letter" />);
  await vi.waitUntil(() => document.querySelectorAll('svg.paper-code').length === 5);
  const { origin } = window.location;
  const addresses = [
    `${origin}/verify/K7M2QXABCDEF`,
    `${origin}/rate/K7M2QXABCDEF`,
    `${origin}/guide`,
    `${origin}/help/K7M2QXABCDEF`,
    `https://wa.me/56987654321?text=${encodeURIComponent(onCards.message)}`,
  ];
  const shown = [...document.querySelectorAll('svg.paper-code path')].map((path) =>
    shownModules(path.getAttribute('d')!),
  );
  expect(shown).toEqual(addresses.map(modulesOf));
  for (const language of ['en', 'pt', 'fr', 'de'] as const) {
    const { codes } = await loadNamespace('cards', language);
    await expect.element(page.getByText(codes.verify, { exact: true })).toBeVisible();
  }
});

test('a company without WhatsApp has four codes on a headrest card', async () => {
  const { company, code } = headrest.details;
  const without = { ...headrest, details: { code, company: { ...company, whatsappNumber: '' } } };
  await render('es', <Papers cards={[without]} size="letter" />);
  await vi.waitUntil(() => document.querySelectorAll('svg.paper-code').length === 4);
});

test('the preview is accessible, fits every screen, and remembers the paper', async () => {
  onTestFinished(() => localStorage.removeItem('paper'));
  await render('es', <PrintPreview cards={[credential, headrest]} onClose={nothing} />);
  await page.getByRole('radio', { name: 'A4' }).click();
  await expect.poll(() => localStorage.getItem('paper')).toBe('a4');
  await expect.poll(() => document.querySelector('.print-root [data-paper="a4-landscape"]')).toBeTruthy();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});
