import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chileanDay } from '../../../shared/chile/time.ts';
import { staffLanguages } from '../../../shared/staff-languages.ts';
import type { Trip } from '../../data/trips/trips.ts';
import { trips as spanish } from '../../i18n/es/fleet/trips.ts';
import { errors } from '../../i18n/es/errors.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { Addressed, renderPanel } from '../../testing/administration.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { noTripFilter, openSection, tripRows, type Opening } from '../../testing/panelLists.tsx';
import { content } from '../../testing/sampleContent.ts';
import { tripBackend } from '../../testing/trips.ts';
import { adminKey } from '../parts/useChange.ts';
import { TripDialog } from './TripActs.tsx';
import TripsSection from './TripsSection.tsx';

const row: Trip = { ...tripRows[1]!, needs: [] };
const timeline = [
  { id: '1', kind: 'created', at: '2026-11-28T12:00:00Z', author: 'carla@example.com', changed: [] },
  {
    id: '2',
    kind: 'changed',
    at: '2026-11-29T12:00:00Z',
    author: 'olga@example.com',
    changed: ['clock', 'people'],
  },
];

/** Opens the list with these trips. */
function openList(rows: readonly Trip[], opening: Opening = {}) {
  const listed = { rows, page: 1, total: rows.length };
  return openSection('trips', { loaded: [[[adminKey, 'trips', noTripFilter, 1], listed]], ...opening });
}

/** Opens the page of a trip beside the list of it. */
function openPage(trip: Trip, opening: Opening = {}) {
  return openList([trip], { record: trip.id, sign: 'article section', ...opening });
}

const line = (trip: Trip) => page.getByRole('row', { name: new RegExp(trip.name ?? spanish.forgotten) });
const press = (name: string) =>
  page.getByRole('article').getByRole('button', { name, exact: true }).first().click();

const laden: Trip = {
  ...tripRows[3]!,
  proposal: { at: '2026-11-30T12:00:00Z', clock: '10:15', people: 5 },
  needs: ['late', 'driver', 'proposal', 'told', 'overlap'],
  message: 'Hola',
};

test.for(staffLanguages)('the trips fit every screen (%s)', async (language) => {
  tripBackend({ rows: [laden] });
  await openList([laden, ...tripRows.slice(0, 3)], { language });
  await expectFitsEverywhere();
});

test.for(staffLanguages)('an opened trip fits every screen (%s)', async (language) => {
  tripBackend({ rows: [laden], functions: { trip_timeline: timeline, trip_drivers: [] } });
  const t = await loadNamespace('trips', language);
  await openPage(laden, { language });
  await expect.element(page.getByText(t.needTexts.proposal)).toBeVisible();
  await expect.element(page.getByText(t.events.created)).toBeVisible();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});

test('the sheets and the calendar of a day stand in words behind one button, on a tablet too', async () => {
  tripBackend({ rows: [row] });
  const { texts: t } = spanish;
  await page.viewport(768, 1024);
  await openList([row]);
  await page.getByRole('button', { name: t.dayPapers }).click();
  for (const words of [t.printDay, t.printDrivers, t.calendar])
    await expect.element(page.getByRole('button', { name: words, exact: true })).toHaveTextContent(words);
  await page.getByRole('button', { name: t.calendar }).click();
  await expect.element(page.getByText(t.calendarSaved(`viajes-${chileanDay(new Date())}.ics`))).toBeVisible();
});

test('a company without trips reads what they are for', async () => {
  tripBackend({ rows: [] });
  history.replaceState(null, '', '?section=trips');
  await loadNamespace('trips', 'es');
  await renderPanel('es', <Addressed id="trips" of={TripsSection} />, ['trips', noTripFilter, []]);
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
  await page.getByRole('button', { name: spanish.paste }).click();
  expect(new URLSearchParams(location.search).get('act')).toBe('import');
});

test('the days stand above their trips', async () => {
  tripBackend({ rows: [row] });
  await page.viewport(1280, 800);
  await openList(tripRows);
  await expect.element(page.getByText('sábado, 5 de diciembre')).toBeVisible();
  expect(document.querySelectorAll('main th[scope=rowgroup]')).toHaveLength(2);
});

test('a sorted list has the day beside the hour', async () => {
  tripBackend({ rows: [row] });
  await page.viewport(1280, 800);
  await openList(tripRows, {
    at: '?section=trips&sort=name',
    loaded: [
      [[adminKey, 'trips', { ...noTripFilter, sort: 'name' }, 1], { rows: tripRows, page: 1, total: 25 }],
    ],
  });
  await expect.element(page.getByText(/sáb 5/).first()).toBeVisible();
  expect(document.querySelector('main th[scope=rowgroup]')).toBeNull();
});

test('a driver in the address that is no id filters nothing', async () => {
  tripBackend({ rows: [] });
  await page.viewport(1280, 800);
  await openList([row], { at: '?section=trips&driver=juan' });
  await expect.element(line(row)).toBeVisible();
  await expect.element(page.getByRole('button', { name: spanish.showAll })).not.toBeInTheDocument();
});

test.each(['changed', 'no_show', 'late_tap', 'proposal'] as const)(
  'Hoy leads to an ended trip with the need %s, which it counts',
  async (need) => {
    tripBackend({ rows: [], functions: { trips_in_need: [{ ...row, state: 'cancelled', needs: [need] }] } });
    await page.viewport(1280, 800);
    await openList([], { at: `?section=trips&need=${need}` });
    await expect.element(line(row)).toBeVisible();
    const asked = vi.mocked(window.fetch).mock.calls.map(([input]) => String(input));
    expect(asked.filter((url) => url.includes('trips_in_need') && url.includes('state=in'))).toEqual([]);
  },
);

test('a trip at night names both days, and one without a passenger says so', async () => {
  tripBackend({ rows: [row] });
  const night: Trip = { ...row, clock: '23:10', other_day: '2026-12-06' };
  await openList([night, { ...tripRows[2]!, name: null, is_forgotten: true }]);
  await expect.element(page.getByText('noche del sábado 5 al domingo 6')).toBeVisible();
  await expect.element(page.getByText(spanish.forgotten)).toBeVisible();
});

test('the most pressing needs stand in the row, the others as a number', async () => {
  tripBackend({ rows: [row] });
  await page.viewport(1280, 800);
  const trip: Trip = { ...row, needs: ['reply', 'told', 'late', 'overlap'] };
  await openList([trip]);
  const badges = line(trip);
  await expect.element(badges.getByText(spanish.needs.late)).toBeVisible();
  await expect.element(badges.getByText(spanish.needs.overlap)).toBeVisible();
  await expect
    .element(badges.getByText('+2'))
    .toHaveAttribute('title', spanish.moreNeeds('Sin avisar, Sin responder'));
});

test('the next day is tomorrow where no day is chosen', async () => {
  tripBackend({ rows: [row] });
  await page.viewport(1280, 800);
  await openList([row]);
  await page.getByRole('button', { name: spanish.nextDay }).click();
  expect(new URLSearchParams(location.search).get('day')).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('a trip goes forward by one press, and its history names fields and people', async () => {
  const calls = tripBackend({ rows: [row], functions: { trip_timeline: timeline } });
  await openPage(row);
  await expect.element(page.getByText(`${spanish.events.changed}: hora, personas`)).toBeVisible();
  await expect.element(page.getByText(/olga@example.com/)).toBeVisible();
  await press(spanish.forward.confirmed);
  await expect
    .poll(() => calls)
    .toMatchObject([{ body: { trip: row.id, version: 3, fields: { state: 'on_way' } } }]);
  await expect.element(page.getByText(spanish.stateSet(row.code, spanish.states.on_way))).toBeVisible();
});

test('the flight of a trip opens a search for it, in a new tab', async () => {
  const arriving: Trip = { ...row, flight: 'LA 705' };
  tripBackend({ rows: [arriving], functions: { trip_timeline: [] } });
  await openPage(arriving);
  const flight = page.getByRole('article').getByRole('link', { name: /^LA 705/ });
  await expect.element(flight).toHaveAttribute('href', 'https://www.google.com/search?q=LA%20705');
  await expect.element(flight).toHaveAttribute('target', '_blank');
});

/** The content with another price on every route. */
const priced = (pesos: number) => ({
  ...content,
  routes: content.routes.map((each) => ({ ...each, prices: [{ pesos }] })),
});

test.for([
  ['same', 20_000, 20_000],
  ['changed', 20_000, 25_000],
  ['disputed', 25_000, 20_000],
] as const)(
  'the price of a request is checked by the release that it names (%s)',
  async ([verdict, then, now]) => {
    const asked: Trip = {
      ...row,
      state: 'requested',
      source: 'form',
      route: content.routes[0]!.id,
      pesos: 20_000,
      price_release: 1,
      price_check: 'unchecked',
    };
    const releases = [
      { id: 2, content: priced(now) },
      { id: 1, content: priced(then) },
    ];
    tripBackend({ rows: [asked], functions: { trip_timeline: [] }, releases });
    await openPage(asked);
    await expect.element(page.getByText(spanish.verdicts[verdict])).toBeVisible();
  },
);

test('a cancellation asks for its reason', async () => {
  const calls = tripBackend({ rows: [row], functions: { trip_timeline: [] } });
  await openPage(row);
  await press(spanish.cancel);
  const dialog = page.getByRole('dialog', { name: spanish.cancelTitle });
  const save = dialog.getByRole('button', { name: spanish.cancelTitle });
  await save.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(errors.field.required);
  expect(calls).toEqual([]);
  await dialog.getByRole('radio', { name: spanish.reasons.passenger }).click();
  await save.click();
  await expect
    .poll(() => calls)
    .toMatchObject([{ body: { fields: { state: 'cancelled' }, reason: 'passenger' } }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('another company without a name is refused at the field', async () => {
  tripBackend({ rows: [row], functions: { trip_timeline: [] } });
  await renderPanel('es', <TripDialog act="external" trip={row} />);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(page.getByText(spanish.forms.problems.required)).toBeVisible();
  await expect.element(page.getByLabelText(spanish.externalName)).toHaveFocus();
});

test('a trip goes back to a state before, with the reason', async () => {
  const waiting: Trip = { ...row, state: 'waiting' };
  const calls = tripBackend({ rows: [waiting], functions: { trip_timeline: [] } });
  await openPage(waiting);
  await press(spanish.back);
  const dialog = page.getByRole('dialog', { name: spanish.backTitle });
  await dialog.getByRole('combobox', { name: spanish.state }).selectOptions(spanish.states.confirmed);
  await dialog.getByRole('radio', { name: spanish.reasons.mistake }).click();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect
    .poll(() => calls)
    .toMatchObject([{ body: { fields: { state: 'confirmed' }, reason: 'mistake' } }]);
});

const proposal = {
  at: '2026-11-30T12:00:00Z',
  clock: '10:15',
  people: row.people,
  name: 'Manuel Pino',
  state: 'requested',
} as const;
const proposed: Trip = { ...row, proposal, needs: ['proposal'] };

test('a later message stands beside the trip, and is applied as a whole', async () => {
  const calls = tripBackend({ rows: [proposed], functions: { trip_timeline: [] } });
  await openPage(proposed);
  await expect.element(page.getByRole('row', { name: `hora ${row.clock} 10:15` })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^personas/ })).not.toBeInTheDocument();
  await press(spanish.apply);
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]!.body).toMatchObject({
    person: { name: 'Manuel Pino', proposal: null },
  });
  expect(calls[0]!.body.fields).toEqual({ clock: '10:15', price_check: 'unchecked' });
});

test.each([
  ['a price', { pesos: 1 }, null, 'unchecked'],
  ['an hour, whose price was quoted', { clock: '23:40' }, 'same', 'unchecked'],
  ['an hour, whose price was agreed', { clock: '23:40' }, null, undefined],
  ['people', { people: 5 }, 'same', undefined],
] as const)(
  'a later message with %s leaves the check of the price to be done',
  async (_, said, before, after) => {
    const trip: Trip = {
      ...row,
      needs: ['proposal'],
      pesos: 20_000,
      price_check: before,
      proposal: { at: '2026-11-30T12:00:00Z', ...said },
    };
    const calls = tripBackend({ rows: [trip], functions: { trip_timeline: [] } });
    await openPage(trip);
    await press(spanish.apply);
    await expect.poll(() => calls).toHaveLength(1);
    expect((calls[0]!.body.fields as { readonly price_check?: string }).price_check).toBe(after);
  },
);

test('a later message is discarded', async () => {
  const calls = tripBackend({ rows: [proposed], functions: { trip_timeline: [] } });
  await openPage(proposed);
  await press(spanish.discard);
  await expect.poll(() => calls).toMatchObject([{ body: { fields: {}, person: { proposal: null } } }]);
});

test('a second vehicle is a trip of its own without a driver', async () => {
  const calls = tripBackend({ rows: [row], functions: { trip_timeline: [] } });
  await openPage(row);
  await press(spanish.anotherCar);
  await expect.poll(() => calls).toHaveLength(1);
  const { trip, fields } = calls[0]!.body;
  expect(trip).not.toBe(row.id);
  expect(fields).toMatchObject({ group_id: row.id, state: 'confirmed', clock: row.clock });
  expect(fields).not.toHaveProperty('driver_id');
  // It opens, which would take the page of the next test away.
  await expect.poll(() => new URLSearchParams(location.search).get('record')).toBe(trip);
});

test('an outdated change says that somebody else was faster', async () => {
  tripBackend({
    rows: [row],
    functions: { trip_timeline: [] },
    errors: [{ code: 'edit_conflict', message: 'changed' }],
  });
  await openPage(row);
  await press(spanish.forward.confirmed);
  await expect.element(page.getByText(spanish.conflict)).toBeVisible();
});

test('the office deletes no passenger', async () => {
  tripBackend({ rows: [row], functions: { trip_timeline: [] } });
  await openPage(row, { role: 'office' });
  await expect.element(page.getByRole('button', { name: spanish.cancel })).toBeVisible();
  await expect.element(page.getByRole('button', { name: spanish.forget })).not.toBeInTheDocument();
});

test('administrators delete who travels', async () => {
  const calls = tripBackend({ rows: [row], functions: { trip_timeline: [] } });
  await openPage(row);
  await press(spanish.forget);
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect.poll(() => calls).toMatchObject([{ name: 'forget_trip', body: { trip: row.id } }]);
});
