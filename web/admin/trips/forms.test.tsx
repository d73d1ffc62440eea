import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReactNode } from 'react';
import { displayPhone } from '../../../shared/chile/phone-reading.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { Trip } from '../../data/trips/trips.ts';
import { trips } from '../../i18n/es/fleet/trips.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { user } from '../../testing/accounts.ts';
import { renderPanel } from '../../testing/administration.tsx';
import { booking, chatOf } from '../../testing/bookings.ts';
import { exampleTrip } from '../../testing/exampleTrip.ts';
import { listedBooking } from '../../testing/listedBooking.ts';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { rowId } from '../../testing/panelLists.tsx';
import { content } from '../../testing/sampleContent.ts';
import { TripSheets } from './DayPapers.tsx';
import { FormerBookings } from './intake/FormerBookings.tsx';
import { storedBookings, writeBookings } from './intake/formerBookings.ts';
import { PasteDialog } from './intake/PasteDialog.tsx';
import { OnDoneContext } from '../parts/section.ts';
import { TripChanges } from './TripChanges.tsx';
import { TripForm } from './TripForm.tsx';
import { tripWriter } from './tripWords.ts';
import { returnOf } from './tripValues.ts';

const t = trips.forms;

const [route] = content.routes;
const free = '26/11/26, 10:09 - Ana: Hola, quiero reservar para el martes\n';

interface Sent {
  readonly messages: readonly { readonly text: string; readonly fields: object }[];
  readonly trip: string;
  readonly version?: number;
  readonly fields: object;
  readonly person: object;
  readonly allowed: readonly string[];
}

interface Backend {
  /** The responses of the next calls of functions; `lost`: the connection fails. */
  readonly calls?: (Response | 'lost')[];
  readonly trips?: readonly Trip[];
}

const refused = (code: string, details = '') =>
  Response.json({ code, message: code, details, hint: null }, { status: 409 });
const outcomesOf = (...outcomes: readonly string[]) =>
  Response.json(
    outcomes.map((outcome, index) => ({ place: index + 1, outcome, id: rowId(index), code: 'HKMPR' })),
  );
const saved = () => Response.json({ id: rowId(1), code: 'HKMPR', version: 2, state: 'confirmed' });

/** Answers the panel's requests until the test ends. @returns the bodies of the calls of functions */
function backend({ calls = [], trips = [] }: Backend): readonly Sent[] {
  const sent: Sent[] = [];
  const rows: Readonly<Record<string, readonly object[]>> = {
    content_releases: [{ id: 1, published_at: '2026-11-20T15:00:00Z', content }],
    trips: [{ agency: 'Andes Tours' }],
    drivers: [{ id: rowId(7) }],
  };
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const [, table = ''] = /rest\/v1\/(\w+)/.exec(request.url) ?? [];
    const code = new URL(request.url).searchParams.get('code');
    if (table === 'trip_list')
      return Response.json(trips.filter((trip) => code === null || code === `eq.${trip.code}`));
    if (table !== 'rpc') return Response.json(rows[table] ?? []);
    sent.push((await request.json()) as Sent);
    const next = calls.shift() ?? 'lost';
    if (next === 'lost') throw new TypeError('Failed to fetch');
    return next;
  });
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    spy.mockRestore();
    log.mockRestore();
  });
  return sent;
}

afterEach(() => localStorage.clear());

const onDone = vi.fn();
const onClose = vi.fn();

async function open(node: ReactNode, options: Backend = {}, language: StaffLanguage = 'es') {
  onDone.mockReset();
  onClose.mockReset();
  const sent = backend(options);
  await page.viewport(devices[0].width, devices[0].height);
  await loadNamespace('trips', language);
  await renderPanel(
    language,
    <OnDoneContext value={onDone}>
      <TripChanges>{node}</TripChanges>
    </OnDoneContext>,
  );
  return sent;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (name: string) => page.getByLabelText(name, { exact: true });
const paste = <PasteDialog onClose={onClose} />;
const form = (trip: Trip | null) => <TripForm trip={trip} onClose={onClose} />;

test('pasted messages are sent, and one sentence says what became of them', async () => {
  const calls = [outcomesOf('added', 'proposed', 'known', 'past', 'added')];
  const sent = await open(paste, { calls });
  const four = ['Ana', 'Berta', 'Carla', 'Dora'].map((name) => ({ ...booking, name }));
  await box(t.pasteLabel).fill(`${chatOf(four)}${free}`);
  await button(t.read).click();
  const outcome = '2 viajes nuevos, 1 cambio por revisar, 1 repetido, 1 de un día pasado, 1 sin leer.';
  await expect.poll(() => onDone.mock.calls).toEqual([[outcome]]);
  expect(onClose).toHaveBeenCalledOnce();
  expect(sent[0]!.messages).toHaveLength(5);
  expect(Object.keys(sent[0]!.messages[0]!)).toEqual(['key', 'text', 'fields', 'person']);
});

function pasteText(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  box(t.pasteLabel).element().dispatchEvent(event);
}

test('of a chat of more than two million characters the last message is taken, which is the newest', async () => {
  const sent = await open(paste, { calls: [outcomesOf('added')] });
  pasteText(`${'26/11/26, 10:10 - Ana: Hola\n'.repeat(80_000)}${chatOf([booking])}`);
  await button(t.read).click();
  await expect.poll(() => onDone.mock.calls).toEqual([['1 viaje nuevo.']]);
  expect(sent.map(({ messages }) => messages.length)).toEqual([1]);
});

test.for(['file', 'clipboard'])(
  'a chat of a thousand messages goes from the %s, in parts',
  async (origin) => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ ...booking, name: `Ana ${index}` }));
    const calls = Array.from({ length: 10 }, () => outcomesOf(...Array.from({ length: 100 }, () => 'added')));
    const sent = await open(paste, { calls });
    if (origin === 'file') {
      const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
      await userEvent.upload(input, new File([chatOf(many)], 'chat.txt', { type: 'text/plain' }));
      await expect.element(page.getByText('chat.txt')).toBeVisible();
    } else {
      pasteText(chatOf(many));
      await expect.element(box(t.pasteLabel)).toHaveValue(chatOf(many));
    }
    await button(t.read).click();
    await expect.poll(() => onDone.mock.calls).toEqual([['1.000 viajes nuevos.']]);
    expect(sent.map(({ messages }) => messages.length)).toEqual(Array.from({ length: 10 }, () => 100));
  },
);

test('a text without a booking has an error; one that a failed connection has lost can be sent again', async () => {
  const sent = await open(paste, { calls: ['lost', outcomesOf('added')] });
  await button(t.read).click();
  await expect.element(page.getByText(t.nothingRead)).toBeVisible();
  expect(sent).toEqual([]);
  const text = chatOf([booking]);
  await box(t.pasteLabel).fill(text);
  await button(t.read).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(box(t.pasteLabel)).toHaveValue(text);
  expect(onClose).not.toHaveBeenCalled();
  await button(t.read).click();
  await expect.poll(() => onDone.mock.calls).toEqual([['1 viaje nuevo.']]);
  expect(sent[1]).toEqual(sent[0]);
});

test('a booking by telephone takes the data of the last trip and needs few entries', async () => {
  const last = { ...exampleTrip, route: route!.id };
  const sent = await open(form(null), { calls: [saved()], trips: [last] });
  await box(t.fields.phone).fill('+56 9 8765 4300');
  await expect.element(page.getByText('Aeropuerto → Hotel Plaza', { exact: false })).toBeVisible();
  // A message that could not be read has no day: it is not the last trip.
  const asked = vi.mocked(window.fetch).mock.calls.map(([input]) => String(input));
  expect(asked.filter((url) => url.includes('phone=eq.'))).toEqual([
    expect.stringContaining('order=day.desc.nullslast'),
  ]);
  await button(t.useLast).click();
  await expect.element(box(t.fields.name)).toHaveValue('Anna Keller');
  await expect.element(box(t.fields.route)).toHaveValue(route!.id);
  await box(t.fields.day).fill('2099-12-01');
  await box(t.fields.landing).fill('14:30');
  await expect.element(page.getByText(t.pickup('30', '15:00', ''))).toBeVisible();
  const { pesos } = route!.prices[0]!;
  await expect.element(page.getByText(t.listPrice(formatPesos(pesos)))).toBeVisible();
  await button(t.takePrice).click();
  await button('Guardar').click();
  await expect.poll(() => onDone.mock.calls).toEqual([[t.saved('HKMPR')]]);
  expect(sent[0]).toMatchObject({
    fields: {
      state: 'confirmed',
      source: 'office',
      landing_day: '2099-12-01',
      landing_clock: '14:30',
      route: route!.id,
      minutes: 25,
      language: 'de',
      pesos,
      price_check: 'same',
    },
    person: { phone: '+56987654300', name: 'Anna Keller', to_text: 'Hotel Plaza' },
  });
  expect(sent[0]).not.toHaveProperty('version');
});

test('what the driver’s sign says is typed among the further data', async () => {
  const sent = await open(form({ ...exampleTrip, sign_text: 'Keller' }), { calls: [saved()] });
  await expect.element(box(t.fields.sign)).toHaveValue('Keller');
  await box(t.fields.sign).fill('Familia Keller');
  await button('Guardar').click();
  await expect.poll(() => onDone.mock.calls).toEqual([[t.saved('HKMPR')]]);
  expect(sent[0]).toMatchObject({ fields: {}, person: { sign_text: 'Familia Keller' } });
});

test.for(['day', 'drivers'] as const)('the printed sheets say what the sign says (%s)', async (kind) => {
  const signed = { ...exampleTrip, driver_id: rowId(7), sign_text: '李 Keller' };
  const writer = tripWriter(trips, content.routes);
  // They stand beside the panel, and screens do not show them.
  await open(
    <main>
      <TripSheets kind={kind} day="2099-11-28" trips={[signed]} writer={writer} onEnd={() => undefined} />
    </main>,
  );
  await expect
    .poll(() => document.querySelector('.trip-sheets')?.textContent)
    .toContain('Letrero: 李 Keller');
  // The office calls passengers at night; a sheet in a vehicle has no numbers.
  const { textContent: text } = document.querySelector('.trip-sheets')!;
  expect(text!.includes(displayPhone(exampleTrip.phone!))).toBe(kind === 'day');
  expect(text!.includes(trips.texts.sheet.signature)).toBe(kind === 'drivers');
});

test('a new trip keeps its id after a lost response, and takes over what was corrected meanwhile', async () => {
  const sent = await open(form(null), { calls: ['lost', saved(), saved()] });
  await box(t.fields.name).fill('Berta Soto');
  await box(t.fields.address).fill('Los Leones 12');
  await box(t.fields.landing).fill('14:30');
  await button('Guardar').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await box(t.fields.people).fill('4');
  await button('Guardar').click();
  await expect.poll(() => onDone.mock.calls).toHaveLength(1);
  expect(sent[1]!.trip).toBe(sent[0]!.trip);
  expect(sent[2]).toMatchObject({ trip: rowId(1), version: 2, fields: { people: 4 } });
});

test('the return of a trip is filled in but for its time', async () => {
  await open(<TripForm trip={null} initial={returnOf(exampleTrip)} onClose={onClose} />);
  await expect.element(box(t.fields.direction)).toHaveValue('to');
  await expect.element(box(t.fields.address)).toHaveValue('Hotel Plaza');
  await expect.element(box(t.fields.time)).toHaveValue('');
  await button('Guardar').click();
  await expect.element(box(t.fields.day)).toHaveAttribute('aria-invalid', 'true');
});

test('a correction that somebody else has overtaken keeps its changes beside theirs, and can be saved', async () => {
  const newer = { ...exampleTrip, version: 2, people: 5 };
  const sent = await open(form(exampleTrip), { calls: [refused('edit_conflict'), saved()], trips: [newer] });
  await box(t.fields.name).fill('Anna K. Keller');
  await button('Guardar').click();
  await expect.element(page.getByText(t.conflict)).toBeVisible();
  await expect.element(box(t.fields.people)).toHaveValue('5');
  await button('Guardar').click();
  await expect.poll(() => onDone.mock.calls).toEqual([[t.saved('HKMPR')]]);
  expect(sent.map(({ version, fields, person }) => ({ version, fields, person }))).toEqual([
    { version: 1, fields: {}, person: { name: 'Anna K. Keller' } },
    { version: 2, fields: {}, person: { name: 'Anna K. Keller' } },
  ]);
});

test('an overlap names the other trip, and a skipped hour stands at its field', async () => {
  const calls = [refused('overlap', 'JKLMN'), refused('no_such_time')];
  await open(form({ ...exampleTrip, direction: 'to' }), { calls });
  await box(t.fields.time).fill('16:00');
  await button('Guardar').click();
  await expect.element(page.getByText(t.overlap('JKLMN'))).toBeVisible();
  await button('Guardar').click();
  await expect.element(page.getByText(t.problems.no_such_time)).toBeVisible();
  await expect.element(box(t.fields.time)).toHaveAttribute('aria-invalid', 'true');
});

test('a trip that overlaps others is saved all the same once somebody allows each', async () => {
  const others = ['JKLMN', 'PRTUV'].map((code, index) => ({ ...exampleTrip, id: rowId(20 + index), code }));
  const calls = [refused('overlap', 'JKLMN'), refused('overlap', 'PRTUV'), saved()];
  const sent = await open(form({ ...exampleTrip, direction: 'to' }), { calls, trips: others });
  await expect.element(button(t.saveAnyway)).not.toBeInTheDocument();
  await box(t.fields.time).fill('16:00');
  await button('Guardar').click();
  await button(t.saveAnyway).click();
  await expect.element(page.getByText(t.overlap('PRTUV'))).toBeVisible();
  await button(t.saveAnyway).click();
  await expect.poll(() => onDone.mock.calls).toEqual([[t.saved('HKMPR')]]);
  expect(sent.map(({ allowed }) => allowed)).toEqual([[], [rowId(20)], [rowId(20), rowId(21)]]);
});

test('a time that is corrected after an overlap is saved without allowing it', async () => {
  const calls = [refused('overlap', 'JKLMN'), saved()];
  const other = { ...exampleTrip, code: 'JKLMN' };
  const sent = await open(form({ ...exampleTrip, direction: 'to' }), { calls, trips: [other] });
  await box(t.fields.time).fill('16:00');
  await button('Guardar').click();
  await expect.element(button(t.saveAnyway)).toBeVisible();
  await box(t.fields.time).fill('18:00');
  await button('Guardar').click();
  await expect.poll(() => onDone.mock.calls).toHaveLength(1);
  expect(sent[1]).toMatchObject({ allowed: [], fields: { clock: '18:00' } });
});

test('the hour that comes twice asks which one, and an error in a folded field unfolds it', async () => {
  const sent = await open(form(null), { calls: [saved()] });
  await box(t.fields.direction).selectOptions('to');
  await box(t.fields.name).fill('Berta Soto');
  await box(t.fields.address).fill('Los Leones 12');
  // Chile's clocks repeat the hour before midnight of 3 April 2027.
  await box(t.fields.day).fill('2027-04-03');
  await box(t.fields.time).fill('23:40');
  await box(t.whichHour).selectOptions('second');
  await page.getByText(t.more).click();
  await box(t.fields.email).fill('berta@');
  await page.getByText(t.more).click();
  await button('Guardar').click();
  await expect.element(box(t.fields.email)).toBeVisible();
  await box(t.fields.email).fill('berta@example.com');
  await button('Guardar').click();
  await expect.poll(() => onDone.mock.calls).toHaveLength(1);
  expect(sent[0]!.fields).toMatchObject({ day: '2027-04-03', clock: '23:40', second_hour: true });
});

const former = <FormerBookings ownId={user.id} />;

test('the bookings of this browser are deleted only after the server has taken every one', async () => {
  const unread = { id: 'u', text: 'Quiero reservar', phone: null, found: {}, pastedOn: '2026-11-26' };
  const assigned = { driver: { id: rowId(7) }, vehicle: { id: rowId(8) } };
  writeBookings(user.id, {
    bookings: [
      listedBooking('typed', { text: '' }),
      listedBooking('one', { ...assigned, booking: { ...booking, bags: 9 } }),
    ],
    unread: [unread],
  });
  const sent = await open(former, { calls: ['lost', outcomesOf('past', 'added', 'added')] });
  await expect.element(page.getByText(t.former(3, '3'))).toBeVisible();
  await button(t.upload).click();
  await expect.element(page.getByText(t.uploadFailed)).toBeVisible();
  expect(storedBookings(user.id).read()?.bookings).toHaveLength(2);
  expect(onDone).not.toHaveBeenCalled();
  await button(t.upload).click();
  await expect.poll(() => onDone.mock.calls).toEqual([['2 viajes nuevos, 1 de un día pasado, 1 sin leer.']]);
  expect(storedBookings(user.id).read()).toBeNull();
  await expect.element(button(t.upload)).not.toBeInTheDocument();
  expect(sent[1]!.messages).toMatchObject([
    { key: 'former|typed', text: 'former|typed' },
    // The vehicle is gone, and would refuse the whole call.
    { fields: { bags: 9, driver_id: rowId(7), state: 'requested' } },
    { key: '|Quiero reservar' },
  ]);
  expect(sent[1]!.messages[1]!.fields).not.toHaveProperty('vehicle_id');
});

test('work on a booking that somebody else has pasted before is proposed, and not lost', async () => {
  writeBookings(user.id, { bookings: [listedBooking('one', { driver: { id: rowId(7) } })], unread: [] });
  const calls = [outcomesOf('known'), outcomesOf('proposed')];
  const sent = await open(former, { calls, trips: [exampleTrip] });
  await button(t.upload).click();
  await expect.poll(() => onDone.mock.calls).toEqual([['1 cambio por revisar.']]);
  expect(sent[1]!.messages[0]!.fields).toMatchObject({ driver_id: rowId(7) });
  expect(sent[1]!.messages[0]!.text).not.toBe(sent[0]!.messages[0]!.text);
});

test.for(staffLanguages)('forms and notice fit every screen (%s)', { timeout: 60_000 }, async (language) => {
  writeBookings(user.id, { bookings: [listedBooking('one')], unread: [] });
  await open(
    <>
      {former}
      {form({ ...exampleTrip, message: booking.name.repeat(30) })}
    </>,
    {},
    language,
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});
