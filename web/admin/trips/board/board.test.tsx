import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages } from '../../../../shared/staff-languages.ts';
import type { Trip, TripDriver } from '../../../data/trips/trips.ts';
import { trips as spanish } from '../../../i18n/es/fleet/trips.ts';
import { loadNamespace } from '../../../i18n/namespaces.ts';
import { renderPanel } from '../../../testing/administration.tsx';
import { exampleTrip } from '../../../testing/exampleTrip.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../../testing/looks.ts';
import { rowId } from '../../../testing/panelLists.tsx';
import { tripBackend } from '../../../testing/trips.ts';
import { OnDoneContext } from '../../parts/section.ts';
import { TripChanges } from '../TripChanges.tsx';
import { BoardView } from './BoardView.tsx';

const t = spanish.board;
const day = '2099-11-28';
const free: Trip = { ...exampleTrip, id: rowId(80), code: 'AAAAA', state: 'requested', is_live: false };
const driven: Trip = {
  ...exampleTrip,
  id: rowId(81),
  code: 'BBBBB',
  clock: '23:30',
  other_day: '2099-11-29',
  driver_id: rowId(1),
  driver_name: 'Maximiliano Hernández-Valenzuela',
  needs: ['overlap'],
};
const juan: TripDriver = {
  id: rowId(2),
  name: 'Juan Soto',
  in_shift: true,
  vehicle_id: rowId(9),
  license_plate: 'BBCL12',
  seats: 4,
  clash: '',
  clash_code: '',
  clash_clock: '',
  documents: '',
  fits: true,
  is_free: true,
};
const busy: TripDriver = { ...juan, id: rowId(3), name: 'Ana Rojas', documents: 'expired', is_free: false };
const board = { rows: [free, driven], functions: { trip_drivers: [juan, busy] } };

async function open(language: 'es' | 'en' = 'es') {
  await loadNamespace('trips', language);
  const said: string[] = [];
  await renderPanel(
    language,
    <OnDoneContext value={(message) => said.push(message)}>
      <TripChanges>
        <BoardView day={day} />
      </TripChanges>
    </OnDoneContext>,
  );
  return said;
}

test.for(staffLanguages)('the board fits every screen, and is accessible (%s)', async (language) => {
  tripBackend(board);
  await open(language);
  await expect.element(page.getByText(driven.driver_name!)).toBeVisible();
  await expectFitsEverywhere();
  await page.viewport(1280, 800);
  await page.getByRole('button', { name: /15:00/ }).click();
  await expect.element(page.getByText('Juan Soto')).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('a name of two lines is whole above what speaks against the driver', async () => {
  const elena = { ...busy, name: 'Elena Sotomayor Vergara' };
  tripBackend({ ...board, functions: { trip_drivers: [elena] } });
  await open();
  await page.viewport(640, 740);
  await page.getByRole('button', { name: /15:00/ }).click();
  const name = page.getByText(elena.name);
  await expect.element(name).toBeVisible();
  const { clientHeight, scrollHeight } = name.element();
  expect(clientHeight).toBeGreaterThan(30);
  expect(clientHeight).toBe(scrollHeight);
});

test('a trip is pressed, then a name: the driver has it with the vehicle, confirmed', async () => {
  const calls = tripBackend(board);
  const said = await open();
  await page.viewport(1280, 800);
  await page.getByRole('button', { name: /15:00/ }).click();
  const ana = page.getByRole('button', { name: `${t.assignTo('Ana Rojas')} ${spanish.lacks.expired}` });
  await expect.element(ana.getByText(spanish.lacks.expired)).toBeVisible();
  await page.getByRole('button', { name: t.assignTo('Juan Soto') }).click();
  await expect
    .poll(() => calls)
    .toMatchObject([
      {
        body: {
          trip: free.id,
          fields: { driver_id: juan.id, vehicle_id: juan.vehicle_id, state: 'confirmed' },
        },
      },
    ]);
  await expect.poll(() => said).toEqual([spanish.assignedTo('AAAAA', 'Juan Soto')]);
});

test('a pressed trip leads to its page, and a second press lets it go', async () => {
  tripBackend(board);
  await open();
  await page.getByRole('button', { name: /15:00/ }).click();
  await expect
    .element(page.getByRole('link', { name: t.open }))
    .toHaveAttribute('href', `?section=trips&record=${free.id}`);
  await page.getByRole('button', { name: /15:00/ }).click();
  await expect.element(page.getByText(t.hint)).toBeVisible();
});

test('a phone shows one driver at a time, and a button those that follow', async () => {
  tripBackend(board);
  await open();
  await page.viewport(360, 740);
  await page.getByRole('button', { name: /15:00/ }).click();
  await expect.element(page.getByRole('button', { name: t.assignTo('Juan Soto') })).toBeVisible();
  await page.getByRole('button', { name: t.nextLanes }).click();
  await expect
    .element(page.getByRole('button', { name: `${t.assignTo('Ana Rojas')} ${spanish.lacks.expired}` }))
    .toBeVisible();
  await expect.element(page.getByText(t.lanes('2', '2', '3'))).toBeVisible();
});
