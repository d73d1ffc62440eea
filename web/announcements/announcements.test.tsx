import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import type { OwnAnnouncement } from '../data/announcements/announcements.ts';
import { forgetEverything } from '../data/personal.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { ownAnnouncements as spanish } from '../i18n/es/fleet/ownAnnouncements.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { expectReadableEverywhere } from '../testing/backSeat.ts';
import { expectAccessibleInBothThemes } from '../testing/looks.ts';
import { VehicleDialog } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import AnnouncementsWatch from './AnnouncementsWatch.tsx';
import { markRead } from './announcementStore.ts';
import OwnAnnouncements from './OwnAnnouncements.tsx';
import { deliverReads, watchAnnouncements } from './watchAnnouncements.ts';

const driverId = 'driver';
const road: OwnAnnouncement = {
  id: 'road',
  body: 'La Ruta 68 está cortada.\n<b>Usen la Ruta 5.</b>',
  language: 'es',
  policy_version: null,
  valid_until: '2100-01-01',
  created_at: '2026-11-24T13:00:00Z',
  read_at: null,
};
const policy: OwnAnnouncement = { ...road, id: 'policy', body: null, policy_version: 2 };

/** Serves announcements until the test ends, and notes which ones the driver has read. */
function serve(rows: readonly OwnAnnouncement[]) {
  const read: string[] = [];
  const backend = { read, isOnline: true };
  const served = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!backend.isOnline) return Promise.reject(new TypeError('Failed to fetch'));
    if (url.endsWith('own_announcements'))
      return Promise.resolve(
        Response.json(
          rows.map((row) => (read.includes(row.id) ? { ...row, read_at: '2026-11-24T14:00:00Z' } : row)),
        ),
      );
    if (url.endsWith('read_announcement'))
      read.push((JSON.parse(String(init?.body)) as { announcement: string }).announcement);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  onTestFinished(() => {
    served.mockRestore();
    forgetEverything();
  });
  return backend;
}

/** The driver begins a shift; the menu of the driver is open beside it if wanted. */
const begin = (language: (typeof languages)[number] = 'es') =>
  renderIn(language, <AnnouncementsWatch driverId={driverId} handed={1} />, ['ownAnnouncements']);

test.for(languages)(
  'a driver who begins a shift reads what is new, and the policy’s notice (%s)',
  async (language) => {
    serve([road, policy]);
    const t = await loadNamespace('ownAnnouncements', language);
    await begin(language);
    const dialog = page.getByRole('dialog', { name: t.title });
    await expect.element(dialog.getByText('<b>Usen la Ruta 5.</b>', { exact: false })).toBeVisible();
    await expect.element(dialog.getByText(t.newPolicy('2'))).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: t.readPolicy })).toBeVisible();
  },
);

test('the announcements are accessible in both themes', async () => {
  serve([road, policy]);
  await begin();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('one press tells the company once; the next shift shows nothing', async () => {
  const { read } = serve([road, policy]);
  const first = await begin();
  await page.getByRole('button', { name: spanish.confirm }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(read).toEqual(['road', 'policy']);
  await first.unmount();
  await renderIn(
    'es',
    <>
      <AnnouncementsWatch driverId={driverId} handed={1} />
      <OwnAnnouncements driverId={driverId} />
    </>,
    ['ownAnnouncements'],
  );
  await expect.element(page.getByText(spanish.read, { exact: true }).first()).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('without a connection the screen says that it is not confirmed; it is sent once there is one', async () => {
  const backend = serve([road]);
  await begin();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  backend.isOnline = false;
  await page.getByRole('button', { name: spanish.confirm }).click();
  await expect.element(page.getByText(spanish.unsent)).toBeVisible();
  const { common } = await loadMessages('es');
  await page.getByRole('button', { name: common.close }).last().click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(backend.read).toEqual([]);
  backend.isOnline = true;
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => backend.read).toEqual(['road']);
});

test('nothing opens over a dialog that somebody reads; the menu has it', async () => {
  serve([road]);
  await renderIn(
    'es',
    <VehicleDialog title="Avisos">
      <AnnouncementsWatch driverId={driverId} handed={1} />
      <OwnAnnouncements driverId={driverId} />
    </VehicleDialog>,
    ['ownAnnouncements'],
  );
  await expect.element(page.getByText('La Ruta 68', { exact: false })).toBeVisible();
  expect(page.getByRole('dialog').elements()).toHaveLength(1);
  await expectReadableEverywhere();
  await page.getByRole('button', { name: spanish.confirm }).click();
  await expect.element(page.getByText(spanish.read, { exact: true })).toBeVisible();
});

test('the notice leads to the policy', async () => {
  serve([policy]);
  await begin();
  await page.getByRole('button', { name: spanish.readPolicy }).click();
  const { login } = await loadMessages('es');
  await expect.element(page.getByRole('dialog', { name: login.privacy })).toBeVisible();
});

/** Holds the next request back until `arrive`. */
function holdResponse() {
  const held = Promise.withResolvers<Response>();
  const network = vi.spyOn(window, 'fetch').mockReturnValue(held.promise);
  onTestFinished(() => {
    network.mockRestore();
    forgetEverything();
  });
  return { network, arrive: held.resolve };
}

test('announcements that arrive after the sign-out are not stored', async () => {
  const { network, arrive } = holdResponse();
  const onUnread = vi.fn();
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  watchAnnouncements(driverId, onUnread, stopping.signal)();
  await expect.poll(() => network).toHaveBeenCalled();
  forgetEverything();
  arrive(Response.json([road]));
  await expect.poll(() => onUnread).toHaveBeenCalledExactlyOnceWith([]);
  expect(localStorage.getItem('personal:announcements')).toBeNull();
});

test('a confirmation that arrives after the sign-out stores nothing', async () => {
  const { network, arrive } = holdResponse();
  markRead(driverId, ['road']);
  const sending = deliverReads(driverId);
  await expect.poll(() => network).toHaveBeenCalled();
  forgetEverything();
  arrive(new Response(null, { status: 204 }));
  await sending;
  expect(localStorage.getItem('personal:announcements')).toBeNull();
});
