import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../../shared/staff-languages.ts';
import { formatPesos } from '../../../../shared/content/pesos.ts';
import type { CashRow } from '../../../data/trips/cash.ts';
import { trips } from '../../../i18n/es/fleet/trips.ts';
import { loadNamespace } from '../../../i18n/namespaces.ts';
import { Addressed, renderPanel, SignedIn, signInAs } from '../../../testing/administration.tsx';
import { devices, expectFitsEverywhere } from '../../../testing/looks.ts';
import { rowId } from '../../../testing/panelLists.tsx';
import { CashView } from './CashView.tsx';

const t = trips.cash;
const [wide] = devices;

const day: CashRow = {
  driver_id: rowId(1),
  driver_name: 'Maximiliano Hernández-Valenzuela',
  trips: 9,
  open_trips: 2,
  cash: 136_200,
  card: 48_000,
  transfer: 0,
  account: 25_000,
  to_hand_over: 136_200,
  counted_at: '2026-11-24T13:00:00Z',
  counted_difference: -1_000,
};
const settled: CashRow = {
  ...day,
  driver_id: rowId(2),
  driver_name: 'Elena Soto',
  open_trips: 0,
  to_hand_over: 0,
  counted_at: null,
  counted_difference: null,
};

/** Answers with the drivers' day, and notes the other calls. @param refusal of the first call that changes something */
function backend(refusal?: object, rows: readonly object[] = [day, settled]) {
  const calls: { readonly name: string; readonly body: Readonly<Record<string, unknown>> }[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const [, name = ''] = /rpc\/(\w+)/.exec(url) ?? [];
    if (name === 'cash_of_day') return Promise.resolve(Response.json(rows));
    calls.push({ name, body: JSON.parse(String(init?.body)) as Readonly<Record<string, unknown>> });
    if (refusal && calls.length === 1) return Promise.resolve(Response.json(refusal, { status: 409 }));
    return Promise.resolve(
      name === 'close_driver_day' ? Response.json(2) : new Response(null, { status: 204 }),
    );
  });
  onTestFinished(() => spy.mockRestore());
  return calls;
}

const view = <Addressed id="trips" of={CashView} />;

async function open(language: StaffLanguage = 'es', address = '?section=trips&view=cash&day=2026-11-30') {
  history.replaceState(null, '', address);
  await loadNamespace('trips', language);
  return renderPanel(language, view);
}

test.for(staffLanguages)('the cash of a day fits every screen (%s)', async (language) => {
  backend();
  await open(language);
  await expect.element(page.getByText(settled.driver_name).first()).toBeVisible();
  await expectFitsEverywhere();
});

test('a narrow list has trips and amounts below the name, each apart', async () => {
  await page.viewport(800, 1280);
  backend();
  await open();
  const row = page.getByRole('row', { name: new RegExp(settled.driver_name) });
  await expect.element(row).toBeVisible();
  const { innerText } = row.element().firstElementChild as HTMLElement;
  expect(innerText).toMatch(
    /^Elena Soto\n9 viajes\nEfectivo \$136\.200 · Tarjeta \$48\.000 · A cuenta \$25\.000$/,
  );
});

test('on a phone the buttons of a driver leave room for the name', async () => {
  await page.viewport(360, 740);
  backend();
  await open();
  const name = page.getByRole('heading', { name: day.driver_name });
  await expect.element(name).toBeVisible();
  expect(name.element().getBoundingClientRect().width).toBeGreaterThan(150);
});

test('a day without cash is no filtered list', async () => {
  backend(undefined, []);
  await open('es', '?section=trips&view=cash');
  await expect.element(page.getByText(t.empty)).toBeVisible();
  const { clearFilters } = await loadNamespace('admin', 'es');
  await expect.element(page.getByRole('button', { name: clearFilters })).not.toBeInTheDocument();
});

test('a press on a heading asks for the drivers who owe most', async () => {
  await page.viewport(wide.width, wide.height);
  backend();
  await open();
  const heading = page.getByRole('columnheader', { name: t.toHandOver });
  await heading.getByRole('button').click();
  await heading.getByRole('button').click();
  await expect.element(heading).toHaveAttribute('aria-sort', 'descending');
  const asked = () => vi.mocked(window.fetch).mock.calls.map(([input]) => String(input));
  await expect.poll(() => asked().some((url) => url.includes('order=to_hand_over.desc'))).toBe(true);
});

test('a driver’s evening is three presses: close the day, take in the cash, confirm', async () => {
  const calls = backend();
  await open();
  await page.getByRole('button', { name: t.closeDayOf(day.driver_name) }).click();
  await expect
    .poll(() => calls)
    .toMatchObject([{ name: 'close_driver_day', body: { driver: rowId(1), day: '2026-11-30' } }]);
  await page.getByRole('button', { name: t.receiveFrom(day.driver_name) }).click();
  const dialog = page.getByRole('dialog', { name: t.receiveFrom(day.driver_name) });
  await expect.element(dialog.getByText(t.expected(formatPesos(136_200)))).toBeVisible();
  await dialog.getByRole('button', { name: t.receive, exact: true }).click();
  await expect
    .poll(() => calls[1])
    .toMatchObject({ name: 'count_cash', body: { driver: rowId(1), expected: 136_200, handed: 136_200 } });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a driver without cash and without open trips has no buttons', async () => {
  backend();
  await open();
  await expect.element(page.getByText(settled.driver_name).first()).toBeVisible();
  expect(page.getByRole('button', { name: t.closeDayOf(settled.driver_name) }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: t.receiveFrom(settled.driver_name) }).elements()).toEqual([]);
});

test('a sum that is none is named, and cash that changed meanwhile is said, with one id for both attempts', async () => {
  const calls = backend({ code: 'edit_conflict', message: '' });
  await open();
  await page.getByRole('button', { name: t.receiveFrom(day.driver_name) }).click();
  const dialog = page.getByRole('dialog');
  const receive = dialog.getByRole('button', { name: t.receive, exact: true });
  for (const typed of ['doce', '999999999']) {
    await dialog.getByRole('textbox', { name: t.handed }).fill(typed);
    await receive.click();
    await expect.element(dialog.getByText(t.wrongAmount)).toBeVisible();
  }
  await dialog.getByRole('textbox', { name: t.handed }).fill('135.000');
  await receive.click();
  await expect.element(dialog.getByText(t.changedMeanwhile)).toBeVisible();
  await receive.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls.map(({ body }) => body['handed'])).toEqual([135_000, 135_000]);
  expect(new Set(calls.map(({ body }) => body['id'])).size).toBe(1);
});

test('a sum that was typed is a draft, and comes back for the same hand-over only', async () => {
  const owing = { ...day };
  backend(undefined, [owing]);
  signInAs('carla');
  const handed = page.getByRole('dialog').getByRole('textbox', { name: t.handed });
  await loadNamespace('trips', 'es');
  const openCount = () => {
    history.replaceState(null, '', `?section=trips&view=cash&day=2026-11-30&record=${rowId(1)}&act=count`);
    return renderPanel('es', <SignedIn>{view}</SignedIn>);
  };
  const first = await openCount();
  await handed.fill('135.000');
  await userEvent.keyboard('{Escape}');
  await first.unmount();
  const second = await openCount();
  await expect.element(handed).toHaveValue('135.000');
  await second.unmount();
  owing.to_hand_over = 150_000;
  await openCount();
  await expect.element(handed).toHaveValue('150000');
});
