import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { ownShifts as spanish } from '../i18n/es/fleet/ownShifts.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { expectReadableEverywhere } from '../testing/backSeat.ts';
import { expectAccessibleInBothThemes, sizes } from '../testing/looks.ts';
import { VehicleDialog } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import OwnShifts from './OwnShifts.tsx';

function serve(rows: readonly object[]) {
  const served = vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json(rows)));
  onTestFinished(() => served.mockRestore());
}

const shifts = [
  {
    id: 'open',
    license_plate: 'BBCD12',
    started_at: new Date(Date.now() - 7_200_000).toISOString(),
    ended_at: null,
  },
  { id: 'a', license_plate: 'WXYZ98', started_at: '2026-11-24T11:05:00Z', ended_at: '2026-11-24T20:35:00Z' },
  // The vehicle was deleted before shifts kept its plate.
  { id: 'b', license_plate: null, started_at: '2026-11-23T11:00:00Z', ended_at: '2026-11-23T12:15:00Z' },
];

const open = (language: (typeof languages)[number]) =>
  renderIn(
    language,
    <VehicleDialog title="Turnos">
      <OwnShifts driverId="driver" />
    </VehicleDialog>,
    ['ownShifts'],
  );

test.for(languages)(
  'a driver reads the own shifts with their hours, and all hours together (%s)',
  async (language) => {
    serve(shifts);
    const t = await loadNamespace('ownShifts', language);
    await open(language);
    await expect.element(page.getByText(t.total(t.duration('12', '45')))).toBeVisible();
    await expect.element(page.getByText(/08:05 – 17:35/)).toBeVisible();
    await expect.element(page.getByText(t.open, { exact: false }).first()).toBeVisible();
    await expectReadableEverywhere();
  },
);

test('the days of the shifts share one left edge, whatever the plates', async () => {
  serve(shifts);
  await open('es');
  for (const { width, height } of sizes) {
    await page.viewport(width, height);
    const days = page.getByText(/^\p{L}+, \d+ \p{L}+$/u);
    await expect.element(days.first()).toBeVisible();
    const edges = days.elements().map((day) => Math.round(day.getBoundingClientRect().left));
    expect(edges).toHaveLength(shifts.length);
    expect(new Set(edges).size, `${width}×${height}`).toBe(1);
  }
});

test('while the shifts load, the sign of it stands in the middle', async () => {
  const waiting = vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  onTestFinished(() => waiting.mockRestore());
  await open('es');
  const sign = page.getByRole('status');
  await expect.element(sign).toBeVisible();
  const { left, right } = sign.element().querySelector('svg')!.getBoundingClientRect();
  expect(Math.abs(left + right - window.innerWidth)).toBeLessThan(4);
});

test('the own shifts are accessible in both themes', async () => {
  serve(shifts);
  await open('es');
  await expect.element(page.getByText('WX·YZ·98')).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('a driver without shifts is told so', async () => {
  serve([]);
  await open('es');
  await expect.element(page.getByText(spanish.empty)).toBeVisible();
});
