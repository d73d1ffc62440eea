import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readFirstRelease } from '../../../shared/testing/content.ts';
import { studio as spanish } from '../../i18n/es/studio.ts';
import { numbers } from '../../i18n/es/numbers.ts';
import { expectAccessible, devices } from '../../testing/looks.ts';
import { renderStudio } from '../../testing/studio.tsx';
import { writeAt } from './model/tree.ts';

const first = readFirstRelease();
const at = { section: 'company' };
/** The legal facts are folded until a problem, or an address, leads to one. */
const atRut = { ...at, field: 'company/rut' };
const whatsapp = page.getByLabelText(spanish.fields.whatsappNumber, { exact: true });
const rut = page.getByLabelText(spanish.fields.rut, { exact: true });

test.for([
  ['9 8765 4321', '+56987654321', '+56 9 8765 4321'],
  ['+56 09 8765 4321', '+56987654321', '+56 9 8765 4321'],
  ['(56) 9-8765-4321', '+56987654321', '+56 9 8765 4321'],
  ['https://wa.me/56987654321', '+56987654321', '+56 9 8765 4321'],
  ['+98 912 345 6789', '+989123456789', numbers.phone.abroad('+98 912 345 6789')],
])(
  'the WhatsApp number %s becomes %s, and the field says which chat it opens',
  async ([typed, e164, shown]) => {
    const { saved } = await renderStudio({ at });
    await whatsapp.fill(typed!);
    await userEvent.tab();
    await expect.element(page.getByText(numbers.phone.whatsapp(shown!), { exact: false })).toBeVisible();
    const link = page.getByRole('link', { name: numbers.phone.try, exact: false });
    await expect.element(link).toHaveAttribute('href', `https://wa.me/${e164!.slice(1)}`);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.poll(() => saved.at(-1)?.company.whatsappNumber).toBe(e164);
  },
);

test.for([
  ['98765432', numbers.phone.doubts.short],
  ['+98 7654321', numbers.phone.doubts.country],
  ['98765 43210', numbers.phone.doubts.abroad],
  ['+56 9 8765 432', numbers.phone.doubts.short],
])('the WhatsApp number %s is refused with the reason, and cannot be published', async ([typed, reason]) => {
  const { unmount } = await renderStudio({ at });
  await whatsapp.fill(typed!);
  await userEvent.tab();
  await expect.element(page.getByText(reason!)).toBeVisible();
  await expect.element(whatsapp).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(page.getByRole('link', { name: numbers.phone.try, exact: false }))
    .not.toBeInTheDocument();
  await unmount();
  const content = writeAt(first, ['company', 'whatsappNumber'], typed);
  await renderStudio({ at: { view: 'publish' }, content });
  const place = `${spanish.parts.company}, ${spanish.fields.whatsappNumber}`;
  await expect
    .element(page.getByRole('button', { name: `${place}: ${spanish.numbers.phone}` }))
    .toBeVisible();
  await expect
    .element(page.getByRole('button', { name: spanish.publish.publish, exact: true }))
    .toBeDisabled();
});

test('a number of before without its country shows its problem, and is mended by one press', async () => {
  const content = writeAt(first, ['company', 'whatsappNumber'], '987654321');
  const { saved } = await renderStudio({ at, content });
  await expect.element(page.getByText(spanish.numbers.phone)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: numbers.phone.use('+56 9 8765 4321') }).click();
  await expect.poll(() => saved.at(-1)?.company.whatsappNumber).toBe('+56987654321');
  await expect.element(whatsapp).toHaveValue('+56 9 8765 4321');
});

test.for([
  ['76543210-3', '76.543.210-3'],
  ['765432103', '76.543.210-3'],
  ['1.000.005-k', '1.000.005-K'],
])('the RUT %s becomes %s', async ([typed, written]) => {
  const { saved } = await renderStudio({ at: atRut });
  await rut.fill(typed!);
  await userEvent.tab();
  await expect.element(page.getByText(numbers.rut.understood(written!))).toBeVisible();
  await expect.poll(() => saved.at(-1)?.company.rut).toBe(written);
  await expect.element(rut).toHaveValue(written!);
});

test.for([
  ['76.543.210-4', numbers.rut.doubts.check_digit],
  ['76.543.201-3', numbers.rut.doubts.check_digit],
  ['76.543', numbers.rut.doubts.form],
])('the RUT %s is refused with the reason, and cannot be published', async ([typed, reason]) => {
  const { unmount } = await renderStudio({ at: atRut });
  await rut.fill(typed!);
  await userEvent.tab();
  await expect.element(page.getByText(reason!, { exact: true })).toBeVisible();
  await expect.element(rut).toHaveAttribute('aria-invalid', 'true');
  // One sentence, whatever is wrong.
  await expect.element(page.getByText(/dígito verificador/)).toHaveLength(1);
  await unmount();
  await renderStudio({ at: { view: 'publish' }, content: writeAt(first, ['company', 'rut'], typed) });
  const place = `${spanish.parts.company}, ${spanish.fields.rut}`;
  await expect.element(page.getByRole('button', { name: `${place}: ${spanish.numbers.rut}` })).toBeVisible();
});

test.for([
  ['24 mil', 24_000],
  ['$24.000', 24_000],
  ['24.000 pesos', 24_000],
  ['24000', 24_000],
])('the price %s is understood', async ([typed, pesos]) => {
  await page.viewport(devices[0].width, devices[0].height);
  const { saved } = await renderStudio({ at: { view: 'prices' } });
  const price = page.getByLabelText(`${spanish.fields.pesos}, Vitacura`).first();
  await price.fill(String(typed));
  await userEvent.tab();
  await expect.element(price).toHaveValue('$24.000');
  await expect
    .poll(() => saved.at(-1)?.routes.find(({ id }) => id === 'vitacura')?.prices)
    .toEqual([{ pesos }]);
});

test.for(['24 lucas', '24,5', '2.4', 'veinticuatro'])(
  'at the price %s the field says what is wrong and which price is stored',
  async (typed) => {
    await page.viewport(devices[0].width, devices[0].height);
    const { store } = await renderStudio({ at: { view: 'prices' } });
    const price = page.getByLabelText(`${spanish.fields.pesos}, Vitacura`).first();
    await price.click();
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.keyboard(typed);
    const words = `${spanish.editor.notAnAmount}. ${spanish.editor.stillStored('$25.000')}`;
    await expect.element(page.getByText(words)).toBeVisible();
    expect(store.content().routes.find(({ id }) => id === 'vitacura')?.prices).toEqual([{ pesos: 25_000 }]);
  },
);
