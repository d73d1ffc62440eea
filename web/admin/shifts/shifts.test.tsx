import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { ShiftRecord } from '../../data/shifts/shiftRecords.ts';
import { shiftRecords as spanish } from '../../i18n/es/fleet/shiftRecords.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { Addressed, renderPanel } from '../../testing/administration.tsx';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere, phone } from '../../testing/looks.ts';
import { openSection, rowId } from '../../testing/panelLists.tsx';
import ShiftsSection from './ShiftsSection.tsx';

const [wide] = devices;
const ended: ShiftRecord = {
  id: rowId(1),
  driver_id: 'driver',
  driver_name: 'Maximiliano Hernández-Valenzuela de la Fuente',
  driver_code: 'C-104',
  driver_phone: '+56987654321',
  license_plate: 'BBCD12',
  device_name: 'Auto 7, tableta de repuesto',
  started_at: '2026-11-24T21:05:00Z',
  ended_at: '2026-11-25T02:35:00Z',
  lasts_until: '2026-11-25T02:35:00Z',
  forgotten: false,
  idle: false,
};
/** In every state that the list shows. */
const listed: readonly ShiftRecord[] = [
  { ...ended, id: rowId(2), ended_at: null, started_at: '2026-11-25T01:35:00Z' },
  { ...ended, id: rowId(3), driver_name: 'Ana Soto', ended_at: null, forgotten: true },
  ended,
  { ...ended, id: rowId(4), driver_id: null, driver_name: null, driver_phone: null, device_name: null },
];
const idle: ShiftRecord = {
  ...ended,
  id: rowId(5),
  driver_name: 'Bruno Muñoz',
  device_name: null,
  idle: true,
};
const never = { ...idle, id: rowId(6), driver_name: 'Carla Rojas', license_plate: null, started_at: null };

const noFilter = { search: '', state: '', day: '', hour: '', from: '', until: '', driver: '' };

async function open(language: StaffLanguage = 'es', rows = listed, filters: Partial<typeof noFilter> = {}) {
  await loadNamespace('shiftRecords', language);
  const filter = { ...noFilter, ...filters };
  history.replaceState(null, '', `?${new URLSearchParams(Object.entries(filters))}`);
  await renderPanel(language, <Addressed id="shifts" of={ShiftsSection} />, ['shifts', filter, rows]);
}

const button = (label: string) => page.getByRole('button', { name: label, exact: true });

test.for(staffLanguages)(
  'the shifts fit every screen, and so does the correction of an end (%s)',
  async (language) => {
    const t = await loadNamespace('shiftRecords', language);
    await open(language);
    await expect.element(page.getByText(t.forgotten)).toBeVisible();
    await expectFitsEverywhere();
    await button(t.correct('Ana Soto', 'BB·CD·12')).click();
    await expect.element(page.getByText(t.end.text, { exact: false })).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('the shifts are accessible as table and as cards, and so is the correction of an end', async () => {
  await open();
  for (const { width, height } of [wide, phone]) {
    await page.viewport(width, height);
    await expectAccessibleInBothThemes();
  }
  await button(spanish.correct('Ana Soto', 'BB·CD·12')).click();
  await expectAccessibleInBothThemes();
});

test('a row says who drove which vehicle, from when to when in Chile, how long, the phone and the tablet', async () => {
  await page.viewport(wide.width, wide.height);
  await open();
  const rows = page.getByRole('row');
  await expect.element(rows.nth(4)).toBeVisible();
  const texts = rows.elements().map(({ textContent }) => textContent);
  expect(texts[1]).toContain(`${spanish.open}1 h 0 min`);
  expect(texts[2]).toContain(`Ana Soto`);
  expect(texts[2]).toContain(spanish.forgotten);
  expect(texts[3]).toMatch(/BB·CD·12.*C-104\+56 9 8765 4321.*24 nov( 2026)?, 18:05.*23:355 h 30 min.*Auto 7/);
  expect(texts[4]).toContain(`${spanish.nameDeleted}C-104`);
});

test('who has not begun today stands there with the last shift, which nobody corrects', async () => {
  await page.viewport(wide.width, wide.height);
  await open('es', [idle, never], { state: 'idle' });
  const row = page.getByRole('row').filter({ hasText: 'Carla Rojas' });
  await expect.element(row.getByText(spanish.notBegun)).toBeVisible();
  await expect.element(page.getByText(/24 nov( 2026)?, 18:05/)).toBeVisible();
  expect(page.getByRole('button', { name: /Corregir/ }).elements()).toEqual([]);
});

/** The filters of the calls for shifts, in their order. */
function watchCalls() {
  const asked: Record<string, unknown>[] = [];
  const served = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    if (!address.includes('/rpc/list_shifts_by'))
      return Promise.resolve(Response.json({ message: 'not asked for here' }, { status: 404 }));
    asked.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
    return Promise.resolve(Response.json([]));
  });
  onTestFinished(() => served.mockRestore());
  return asked;
}

test.each([wide, phone])(
  'plate, day and hour are three entries on %o, stand in the address, and ask for that moment in Chile',
  async ({ width, height }) => {
    await page.viewport(width, height);
    await openSection('shifts');
    const asked = watchCalls();
    await page.getByRole('searchbox').fill('bbcd12');
    await page.getByRole('textbox', { name: spanish.day }).fill('2026-11-24');
    await page.getByLabelText(spanish.hour).fill('22:00');
    await expect.element(page.getByText(spanish.nothing)).toBeVisible();
    const moment = '2026-11-25T01:00:00.000Z';
    await expect.poll(() => asked.at(-1)).toMatchObject({ search: 'bbcd12', since: moment, until: moment });
    expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject({
      section: 'shifts',
      search: 'bbcd12',
      day: '2026-11-24',
      hour: '22:00',
    });
  },
);

test.each([
  ['2026-11-24', '2026-11-24T03:00:00.000Z', '2026-11-25T02:59:59.999Z'],
  // Clocks repeat the last hour.
  ['2027-04-03', '2027-04-03T03:00:00.000Z', '2027-04-04T03:59:59.999Z'],
  // Clocks leave out the first hour.
  ['2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
])('the day %s is asked for from its first moment to its last', async (day, since, until) => {
  await page.viewport(wide.width, wide.height);
  await openSection('shifts');
  const asked = watchCalls();
  await page.getByRole('textbox', { name: spanish.day }).fill(day);
  await expect.poll(() => asked.at(-1)).toMatchObject({ since, until });
});

test('an hour that clocks repeat is asked for from its first pass to its second', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('shifts');
  const asked = watchCalls();
  await page.getByRole('textbox', { name: spanish.day }).fill('2027-04-03');
  await page.getByLabelText(spanish.hour).fill('23:30');
  const passes = { since: '2027-04-04T02:30:00.000Z', until: '2027-04-04T03:30:00.000Z' };
  await expect.poll(() => asked.at(-1)).toMatchObject(passes);
});

const choose = (choice: keyof typeof spanish.when.choices) =>
  page.getByRole('combobox', { name: spanish.when.label }).selectOptions(spanish.when.choices[choice]);

test('a period is asked for by the days on which shifts began, and takes the place of a day', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('shifts');
  const asked = watchCalls();
  await page.getByRole('textbox', { name: spanish.day }).fill('2026-11-24');
  await choose('period');
  expect(page.getByRole('textbox', { name: spanish.day }).elements()).toEqual([]);
  await page.getByLabelText(spanish.from).fill('2026-11-01');
  await page.getByLabelText(spanish.until, { exact: true }).fill('2026-11-30');
  const month = { since: '2026-11-01T03:00:00.000Z', until: '2026-12-01T03:00:00.000Z', began: true };
  await expect.poll(() => asked.at(-1)).toMatchObject(month);
  const address = Object.fromEntries(new URLSearchParams(location.search));
  expect(address).toEqual({ section: 'shifts', from: '2026-11-01', until: '2026-11-30' });
  await choose('yesterday');
  await expect.poll(() => asked.at(-1)).not.toHaveProperty('began');
  await expect.element(page.getByRole('textbox', { name: spanish.day })).toBeVisible();
});

test('the filters of the shifts stand in one row of a laptop', async () => {
  await page.viewport(1366, 768);
  await openSection('shifts');
  await choose('week');
  const tops = ['searchbox', 'combobox', 'textbox'].flatMap((role) =>
    page
      .getByRole('main')
      .getByRole(role)
      .elements()
      .map((each) => Math.round(each.getBoundingClientRect().top)),
  );
  expect(new Set(tops).size).toBe(1);
});

test('the drivers without a shift in a period are said to be so, not those of today', async () => {
  await page.viewport(wide.width, wide.height);
  await open('es', [idle], { state: 'idle', from: '2026-11-01', until: '2026-11-30' });
  const row = page.getByRole('table', { name: spanish.withoutShiftCaption }).getByRole('row').last();
  await expect.element(row.getByText(spanish.withoutShift)).toBeVisible();
  expect(page.getByText(spanish.notBegun).elements()).toEqual([]);
});

/** Corrects the end of a shift to each of these times of its day. @returns the moments that are sent */
async function correctTo(times: readonly string[], rows?: readonly ShiftRecord[]) {
  await open('es', rows);
  const sent: unknown[] = [];
  const served = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    if (!address.includes('correct_shift_end'))
      return Promise.resolve(Response.json({ message: 'not asked for here' }, { status: 404 }));
    sent.push((JSON.parse(String(init?.body)) as { ended_at: unknown }).ended_at);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  onTestFinished(() => served.mockRestore());
  for (const time of times) {
    await button(spanish.correct('Ana Soto', 'BB·CD·12')).click();
    await page.getByLabelText(spanish.end.time).fill(time);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  }
  return sent;
}

test('a correction is sent as the moment in Chile; the minute of the start means the start', async () => {
  const moments = ['2026-11-25T01:10:00.000Z', '2026-11-24T21:05:00.000Z'];
  expect(await correctTo(['22:10', '18:05'])).toEqual(moments);
});

test('in the hour that clocks repeat, a correction is after the start, and the minute of the end means the end', async () => {
  const [started_at, ended_at] = ['2026-04-05T03:20:00.000Z', '2026-04-05T03:50:30.000Z'];
  const row = { ...ended, driver_name: 'Ana Soto', started_at, ended_at };
  expect(await correctTo(['23:40', '23:50'], [row])).toEqual(['2026-04-05T03:40:00.000Z', ended_at]);
});
