import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages } from '../../../shared/staff-languages.ts';
import { admin as t } from '../../i18n/es/admin.ts';
import { common } from '../../i18n/es/common.ts';
import { errors } from '../../i18n/es/errors.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { driverIn, openDriver } from '../../testing/driverPage.ts';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere, phone } from '../../testing/looks.ts';

const [wide] = devices;
beforeEach(() => page.viewport(wide.width, wide.height));

const photo = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const elena = driverIn('active', { name: 'Elena Pérez' });
const diego = driverIn('active', { id: '7a1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b11', name: 'Diego Fuentes' });
const openList = () => openDriver(elena, { others: [diego], page: 'closed' });

const pageOf = ({ name }: { readonly name: string }) => page.getByRole('article', { name, exact: true });
const linkOf = ({ name }: { readonly name: string }) => page.getByRole('link', { name, exact: true });
const rowOf = ({ name }: { readonly name: string }) => page.getByRole('row').filter({ hasText: name });
const opened = () => new URLSearchParams(location.search).get('record') ?? '';

test('a press anywhere on a row opens the page beside the list, with everything about the driver', async () => {
  await openList();
  await rowOf(elena).getByText(t.driverStates.active, { exact: true }).click();
  const shown = pageOf(elena);
  await expect.element(shown.getByRole('heading', { name: elena.name })).toHaveFocus();
  expect(opened()).toBe(elena.id);
  for (const card of [t.documents, t.shifts, t.reviews, t.cases, t.devices, t.printing])
    await expect.element(shown.getByRole('region', { name: card, exact: true })).toBeVisible();
  // The list beside it opens the next page.
  await linkOf(diego).click();
  await expect.element(pageOf(diego)).toBeVisible();
  await expect.element(linkOf(diego)).toHaveAttribute('aria-current', 'true');
});

test('the page leads to the driver’s chat and telephone, and says whether there is an account', async () => {
  await openDriver(driverIn('active', { name: elena.name, contact: '+56987654321' }));
  const shown = pageOf(elena);
  const chat = shown.getByRole('link', { name: /^WhatsApp/ });
  await expect.element(chat).toHaveAttribute('href', 'https://wa.me/56987654321');
  const telephone = shown.getByRole('link', { name: '+56 9 8765 4321' });
  await expect.element(telephone).toHaveAttribute('href', 'tel:+56987654321');
  await expect.element(shown.getByText(t.record.hasAccount)).toBeVisible();
});

test('a press on a control of a row, and one in a row that is edited, opens no page', async () => {
  await openList();
  await rowOf(elena).getByLabelText(t.selection.row(elena.name)).click();
  await rowOf(elena)
    .getByRole('button', { name: t.moreActions(elena.name) })
    .click();
  await expect.element(page.getByRole('button', { name: t.record.delete })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await rowOf(elena)
    .getByRole('button', { name: t.driverList.editDriver(elena.name) })
    .click();
  await page.getByText(t.driverPhoto.hint).click();
  await expect.element(page.getByRole('article')).not.toBeInTheDocument();
  expect(opened()).toBe('');
});

test('going back closes the page and gives the focus back to its row', async () => {
  await openList();
  await linkOf(diego).click();
  await expect.element(pageOf(diego)).toBeVisible();
  history.back();
  await expect.element(page.getByRole('article')).not.toBeInTheDocument();
  await expect.element(linkOf(diego)).toHaveFocus();
});

test('a reload shows the page again, and closing it shows the list with the focus on its row', async () => {
  await openDriver(elena, { others: [diego] });
  await expect.element(pageOf(elena)).toBeVisible();
  await pageOf(elena).getByRole('button', { name: common.close, exact: true }).click();
  await expect.element(page.getByRole('article')).not.toBeInTheDocument();
  expect(opened()).toBe('');
  await expect.element(linkOf(elena)).toHaveFocus();
});

test('on a phone the page covers the list, and a button leads back to it', async () => {
  await page.viewport(phone.width, phone.height);
  await openList();
  await linkOf(elena).click();
  await expect.element(pageOf(elena)).toBeInViewport();
  await expect.element(linkOf(diego)).not.toBeInTheDocument();
  await page.getByRole('button', { name: t.record.back }).click();
  await expect.element(linkOf(elena)).toHaveFocus();
});

test('the arrow keys move from row to row, and Enter opens', async () => {
  await openList();
  (linkOf(elena).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(linkOf(diego)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  await expect.element(linkOf(elena)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(pageOf(diego)).toBeVisible();
});

test('the page of a driver whom somebody has deleted says so', async () => {
  await openDriver(elena, { page: null });
  await expect.element(page.getByText(t.record.gone)).toBeVisible();
});

test('the acts of a row are words in a menu; one opens on the page, and going back closes it first', async () => {
  await openList();
  await page.getByRole('button', { name: t.moreActions(elena.name) }).click();
  await page.getByRole('button', { name: t.driverLeaving.title }).click();
  await expect.element(page.getByText(t.driverLeaving.question(elena.name))).toBeVisible();
  expect(opened()).toBe(elena.id);
  history.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('the office finds no act that deletes, in the row or on the page; an administrator does', async () => {
  const menu = page.getByRole('button', { name: t.moreActions(elena.name) });
  const deletes = page.getByRole('button', { name: t.record.delete, exact: true });
  for (const [role, count] of [
    ['admin', 2],
    ['office', 0],
  ] as const) {
    const { unmount } = await openDriver(elena, { role, page: 'closed' });
    await menu.click();
    await expect.element(page.getByRole('button', { name: t.driverLeaving.title })).toBeVisible();
    const inMenu = deletes.elements().length;
    await userEvent.keyboard('{Escape}');
    await linkOf(elena).click();
    await expect
      .element(pageOf(elena).getByRole('button', { name: t.driverLeaving.title, exact: true }))
      .toBeVisible();
    expect(
      inMenu + pageOf(elena).getByRole('button', { name: t.record.delete, exact: true }).elements().length,
    ).toBe(count);
    await unmount();
  }
});

test('days off are added and taken away, those that are over go along, and of two people the second is told', async () => {
  const sent: unknown[] = [];
  let status = 200;
  const server = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const { method = 'GET', body } = init ?? {};
    if (method !== 'PATCH') return Promise.reject(new TypeError(`No server for ${String(input)}`));
    sent.push(JSON.parse(String(body)));
    return Promise.resolve(
      Response.json(status === 200 ? elena : { code: 'edit_conflict', message: 'stale' }, { status }),
    );
  });
  onTestFinished(() => server.mockRestore());
  await openDriver({ ...elena, version: 4, days_off: ['2020-01-02', '2099-12-24'] });
  const card = page.getByRole('region', { name: t.daysOff.title });
  await expect.element(card.getByRole('listitem')).toHaveTextContent('jue 24 dic');
  await card.getByLabelText(t.daysOff.day).fill('2099-12-05');
  await card.getByRole('button', { name: t.daysOff.add }).click();
  await expect.poll(() => sent).toEqual([{ days_off: ['2099-12-05', '2099-12-24'], version: 4 }]);
  await expect.element(page.getByText(t.driverList.saved(elena.name))).toBeVisible();
  status = 409;
  await card.getByRole('button', { name: t.daysOff.remove('jue 24 dic') }).click();
  await expect.element(page.getByText(t.driverList.conflict)).toBeVisible();
  expect(sent[1]).toEqual({ days_off: [], version: 4 });
});

test('a day off that is missing or over is refused at its field', async () => {
  await openDriver({ ...elena, days_off: [] });
  const card = page.getByRole('region', { name: t.daysOff.title });
  const day = card.getByLabelText(t.daysOff.day);
  await card.getByRole('button', { name: t.daysOff.add }).click();
  await expect.element(card.getByText(errors.field.required)).toBeVisible();
  await expect.element(day).toHaveFocus();
  await day.fill('2020-01-02');
  await card.getByRole('button', { name: t.daysOff.add }).click();
  await expect.element(card.getByText(t.daysOff.over)).toBeVisible();
});

/** A driver whose page has all that it can have. */
const full = driverIn('waiting', {
  name: 'Maximiliano Hernández-Valenzuela de la Fuente',
  photo_url: photo,
  pending_photo_url: photo,
  shares_driver_code: true,
});

test.for(staffLanguages)(
  'the page fits every screen, also while the driver is edited (%s)',
  async (language) => {
    const words = await loadNamespace('admin', language);
    await openDriver(full, { language });
    await expect.element(page.getByText(words.driverPhoto.current)).toBeVisible();
    await expectFitsEverywhere();
    await page.viewport(wide.width, wide.height);
    await pageOf(full).getByRole('button', { name: words.record.edit, exact: true }).click();
    await expect.element(page.getByText(words.driverPhoto.hint)).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('the page is accessible in both themes, beside the list and on a phone', async () => {
  await openDriver(full);
  await expect.element(pageOf(full)).toBeVisible();
  await expectAccessibleInBothThemes();
  await page.viewport(phone.width, phone.height);
  await expectAccessibleInBothThemes();
  await page.getByRole('button', { name: t.moreActions(full.name) }).click();
  await expectAccessibleInBothThemes();
});
