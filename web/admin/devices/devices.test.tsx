import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { ListedDevice, DevicePage } from '../../data/devices/deviceRecords.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { admin } from '../../i18n/es/admin.ts';
import { devices as spanish } from '../../i18n/es/fleet/devices.ts';
import { SessionProvider } from '../../session/SessionProvider.tsx';
import { Addressed } from '../../testing/administration.tsx';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere, phone } from '../../testing/looks.ts';
import { renderIn } from '../../testing/render.tsx';
import { formatIn } from '../parts/useFormat.ts';
import { adminKey } from '../parts/useChange.ts';
import { SetupDialog } from './SetupDialog.tsx';
import DevicesSection from './DevicesSection.tsx';

const version = 'a1b2c3d4';

const device: ListedDevice = {
  id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b10',
  name: 'Auto 7',
  driver_id: 'driver',
  driver_name: 'Maximiliano Hernández-Valenzuela de la Fuente',
  license_plate: 'BBCD12',
  in_shift: true,
  states: [],
  app_version: version,
  content_release: 12,
  last_seen: '2026-11-23T12:00:00Z',
  last_painted_at: '2026-11-23T11:59:50Z',
  battery: 81,
  charging: true,
  network: '4g',
  storage_used: 25_000_000,
  storage_persisted: true,
  wake_lock: 'held',
  clock_offset_ms: 340,
  unsent_ratings: 0,
  screen: 'home',
  last_error: null,
  report: null,
  reported_at: null,
  wanted_action: null,
  wanted_at: null,
  done_action: null,
  done_at: null,
};

/** Devices in every state that the list shows. */
const rows: readonly ListedDevice[] = [
  {
    ...device,
    id: 'a2222222-6c1c-4a53-9a0e-3f9d4a1c2b10',
    name: '',
    in_shift: false,
    states: ['offline', 'old', 'clock', 'ratings'],
    app_version: 'before',
    wanted_action: 'show_name',
    wanted_at: '2026-11-23T12:01:00Z',
    last_error:
      'TypeError: Cannot read properties of undefined (reading "a-very-long-name-without-any-space")',
    report: 'Conexión: no responde\nReloj: bien',
    reported_at: '2026-11-23T12:01:00Z',
  },
  {
    ...device,
    id: 'b3333333-6c1c-4a53-9a0e-3f9d4a1c2b10',
    name: 'Auto 9',
    states: ['dark'],
    driver_id: null,
    driver_name: null,
    license_plate: null,
    in_shift: false,
    battery: null,
  },
  { ...device, done_action: 'reload', done_at: '2026-11-23T12:02:00Z' },
];

async function renderWith(language: StaffLanguage, node: ReactNode, shown = rows) {
  history.replaceState(null, '', '?section=devices');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const counts = { fine: 1, offline: 1, dark: 1, battery: 0, old: 1, release: 0, clock: 1, ratings: 1 };
  client.setQueryData<string>(['served-version'], version);
  client.setQueryData<DevicePage>([adminKey, 'devices', { search: '', state: '' }, 1], {
    rows: shown,
    page: 1,
    total: 2_000,
    counts,
  });
  return renderIn(
    language,
    <QueryClientProvider client={client}>
      <SessionProvider>{node}</SessionProvider>
    </QueryClientProvider>,
    ['admin', 'devices'],
  );
}

const openList = (language: StaffLanguage = 'es') =>
  renderWith(language, <Addressed id="devices" of={DevicesSection} />);
const openDevice = async (name: string, t = spanish) =>
  page.getByRole('button', { name: t.open(name), exact: true }).click();

test.for(staffLanguages)(
  'the devices and one of them in full fit every screen, in every state (%s)',
  async (language) => {
    const t = await loadNamespace('devices', language);
    await openList(language);
    await expect.element(page.getByText(t.states.dark, { exact: true }).first()).toBeVisible();
    await expectFitsEverywhere();
    await openDevice(device.driver_name!, t);
    await expect.element(page.getByText(t.details.lastError)).toBeVisible();
    await expectFitsEverywhere();
    await page.viewport(devices[0].width, devices[0].height);
    await page.getByRole('button', { name: t.actions.lock, exact: true }).click();
    await expect.element(page.getByText(t.lockText)).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('the list says each state in words, and what was asked and done', async () => {
  await openList();
  for (const { width, height } of [devices[0], phone]) {
    await page.viewport(width, height);
    for (const state of ['fine', 'dark', 'old', 'clock', 'ratings'] as const)
      await expect
        .element(page.getByRole('listitem').filter({ hasText: spanish.states[state] }).last())
        .toBeVisible();
    await expect.element(page.getByText(/^Sin conexión desde/)).toBeVisible();
    await expect.element(page.getByText(/^Pedido el .*Mostrar su nombre.*no lo confirma/)).toBeVisible();
    await expect.element(page.getByText(/^Hecho el .*Recargar$/)).toBeVisible();
  }
});

test('the list says how long ago a device was heard of, with the time in full behind it', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const seen = new Date(Date.now() - 5 * 60_000).toISOString();
  await renderWith('es', <Addressed id="devices" of={DevicesSection} />, [{ ...device, last_seen: seen }]);
  const shown = page.getByRole('row').getByText('hace 5 minutos', { exact: true });
  await expect.element(shown).toHaveAttribute('title', formatIn('es').time(seen));
});

/** The list in the panel, whose calls for a device are collected. */
async function openWatched() {
  const asked: unknown[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.endsWith('/rpc/ask_device'))
      return Promise.resolve(Response.json({ message: 'not asked for here' }, { status: 404 }));
    asked.push(JSON.parse(String(init?.body)));
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  onTestFinished(() => spy.mockRestore());
  await page.viewport(devices[0].width, devices[0].height);
  await openList();
  return asked;
}
const choose = async (name: string) => {
  await page.getByRole('button', { name: admin.moreActions('Auto 7') }).click();
  await page.getByRole('button', { name, exact: true }).last().click();
};

test('the menu of a row asks the device at once, and first for what happens under a passenger', async () => {
  const asked = await openWatched();
  await choose(spanish.actions.reload);
  await expect.poll(() => asked).toEqual([{ device: device.id, action: 'reload' }]);
  await choose(spanish.actions.lock);
  await expect.element(page.getByText(spanish.lockText)).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.getByRole('dialog').getByRole('button', { name: spanish.actions.lock }).last().click();
  await expect.poll(() => asked.at(-1)).toEqual({ device: device.id, action: 'lock' });
});

test('locking and signing out look dangerous', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  await openList();
  await openDevice('Auto 7');
  const colourOf = (name: string) =>
    getComputedStyle(page.getByRole('button', { name, exact: true }).element()).color;
  const { reload, lock, sign_out: signOut } = spanish.actions;
  await expect.element(page.getByRole('button', { name: lock, exact: true })).toBeVisible();
  expect([colourOf(lock), colourOf(signOut)]).not.toContain(colourOf(reload));
});

test('a plate is said to be that of a shift, or the driver’s own', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  await openList();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect.element(row(spanish.unnamed('A222')).getByText(spanish.ownPlate)).toBeVisible();
  await expect.element(row('Auto 7').getByText(spanish.inShift)).toBeVisible();
  await expect.element(row('Auto 9').getByText(spanish.ownPlate)).not.toBeInTheDocument();
  await openDevice(device.driver_name!);
  await expect.element(page.getByText(`BB·CD·12 · ${spanish.ownPlate}`)).toBeVisible();
});

test('a device that nobody has named has its driver’s name, and one without a driver the beginning of its id', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const unnamed = { ...device, id: 'a2222222-6c1c-4a53-9a0e-3f9d4a1c2b10', name: '' };
  await renderWith('es', <Addressed id="devices" of={DevicesSection} />, [
    unnamed,
    { ...unnamed, id: 'b3333333-6c1c-4a53-9a0e-3f9d4a1c2b10', driver_id: null, driver_name: null },
  ]);
  const own = page.getByRole('row').filter({ hasText: spanish.unnamed('A222') });
  await expect.element(own.getByText(device.driver_name!, { exact: true })).toBeVisible();
  await expect.element(own.getByRole('button', { name: spanish.open(device.driver_name!) })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: spanish.open(spanish.unnamed('B333')) }))
    .toBeVisible();
});

test('the list and a device are accessible as table and as cards', async () => {
  await openList();
  await expect.element(page.getByText(/^Sin conexión desde/)).toBeVisible();
  for (const { width, height } of [devices[0], phone]) {
    await page.viewport(width, height);
    await expectAccessibleInBothThemes();
  }
  await openDevice('Auto 7');
  await expect.element(page.getByText(spanish.details.screens.home, { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes();
});

test.for(staffLanguages)(
  'the set-up of a device fits every screen, and says what is missing (%s)',
  async (language) => {
    const { setUp, details } = await loadNamespace('devices', language);
    await renderWith(language, <SetupDialog onClose={() => undefined} />);
    await page.getByRole('button', { name: setUp.create, exact: true }).click();
    await expect.element(page.getByText(setUp.driverMissing)).toBeVisible();
    await expect.element(page.getByLabelText(details.driver, { exact: true })).toBeVisible();
    await expectFitsEverywhere();
  },
);
