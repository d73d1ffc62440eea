import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { admin as words } from '../i18n/es/admin.ts';
import { errors } from '../i18n/es/errors.ts';
import { devices, expectAccessibleInBothThemes, phone } from '../testing/looks.ts';
import { longLists, openSection } from '../testing/panelLists.tsx';

const [wide] = devices;
const { selection: t, driverList, manyDrivers } = words;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const waiting = longLists.drivers[1].slice(0, 8);
/** The second of them was deleted meanwhile. */
const gone = waiting[1]!;

/** Answers each approval, and refuses that of the driver who is gone. */
function answerApprovals() {
  const served = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    if (init?.method !== 'PATCH')
      return Promise.resolve(Response.json({ message: 'not asked for here' }, { status: 404 }));
    const driver = waiting.find(({ id }) => address.includes(`eq.${id}`));
    const refused = driver === undefined || driver === gone;
    return Promise.resolve(
      refused
        ? Response.json({ code: 'PGRST116', message: 'gone', details: '', hint: null }, { status: 406 })
        : Response.json({ ...driver, approved: true, approved_at: '2026-11-24T12:00:00Z', state: 'active' }),
    );
  });
  onTestFinished(() => served.mockRestore());
  return served;
}

/** The buttons and links of rows, above the bar of a phone, on which the message lies. */
function coveredButtons(): readonly string[] {
  const message = document.querySelector('output > div')!.getBoundingClientRect();
  const bar = [...document.querySelectorAll('nav')].find(
    (nav) => getComputedStyle(nav).position === 'sticky',
  );
  const end = bar?.checkVisibility() ? bar.getBoundingClientRect().top : innerHeight;
  const controls = [...document.querySelectorAll('main :is(tbody tr, li) :is(a, button, input)')];
  return controls
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isBeside = right <= message.left || left >= message.right;
      return !isBeside && Math.max(top, message.top) < Math.min(bottom, message.bottom, end);
    })
    .map(({ outerHTML }) => outerHTML);
}

test('eight drivers are approved by one press, and one message names the one that failed', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('drivers');
  const served = answerApprovals();
  await page.getByLabelText(t.page).first().click();
  await expect.element(page.getByText(t.chosen(25, '25'))).toBeVisible();
  await page
    .getByRole('region', { name: t.label })
    .getByRole('button', { name: driverList.activate })
    .click();
  const outcome = page.getByRole('status').filter({ hasText: manyDrivers.activated(7, '7') });
  await expect
    .element(outcome)
    .toHaveTextContent(`${manyDrivers.activated(7, '7')} ${t.failed(gone.name, errors.code.not_found)}`);
  const approvals = served.mock.calls.filter(([, init]) => init?.method === 'PATCH');
  expect(approvals).toHaveLength(8);
  await expect.element(page.getByText(t.chosen(1, '1'))).toBeVisible();
});

test.each([wide, phone])(
  'the message of an act covers no button of a row on %o',
  async ({ width, height }) => {
    await page.viewport(width, height);
    await openSection('drivers');
    answerApprovals();
    await button(words.moreActions('Ana Soto Lagos')).first().click();
    await button(driverList.activate).click();
    await expect.element(page.getByText(driverList.activated('Ana Soto Lagos'))).toBeVisible();
    await expect.poll(coveredButtons).toEqual([]);
  },
);

test('the ticked rows become a file for Excel, with formulas made harmless', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('drivers');
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:nothing';
  });
  onTestFinished(() => made.mockRestore());
  await page.getByLabelText(t.row('Ana Soto Lagos')).first().click();
  await button(t.export).click();
  await expect.poll(() => files.length).toBeGreaterThan(0);
  const bytes = new Uint8Array(await files.at(-1)!.arrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const [heading, row] = new TextDecoder().decode(bytes).split('\r\n');
  expect(heading).toBe('nombre;teléfono;código;patente;estado;calificación;calificaciones');
  // The phone is neither a formula nor a number, and an import reads it.
  expect(row).toBe('Ana Soto Lagos;(+56) 9 8765 4321;C-100;BBCD10;Por aprobar;;0');
});

test('the bar of the ticked rows is accessible and ticks the whole page on a phone', async () => {
  await page.viewport(phone.width, phone.height);
  await openSection('drivers');
  await page.getByLabelText(t.row('Ana Soto Lagos')).first().click();
  const bar = page.getByRole('region', { name: t.label });
  await expectAccessibleInBothThemes();
  await bar.getByLabelText(t.page).click();
  await expect.element(page.getByText(t.chosen(25, '25'))).toBeVisible();
  await button(t.clear).click();
  await expect.element(bar).not.toBeInTheDocument();
});
