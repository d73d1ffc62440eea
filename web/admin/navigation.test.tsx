import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages } from '../../shared/staff-languages.ts';
import { admin as t } from '../i18n/es/admin.ts';
import { common } from '../i18n/es/common.ts';
import { today } from '../i18n/es/today.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { user } from '../testing/accounts.ts';
import { listedBooking } from '../testing/listedBooking.ts';
import { noBookings, storedBookings, writeBookings } from './trips/intake/formerBookings.ts';
import { devices, expectAccessibleInBothThemes, phone } from '../testing/looks.ts';
import { openSection } from '../testing/panelLists.tsx';
import { busyDay, quietDay } from '../testing/today.ts';
import { adminKey } from './parts/useChange.ts';

const [wide, upright] = devices;
beforeEach(() => page.viewport(wide.width, wide.height));

const navigation = page.getByRole('navigation', { name: t.sections });
const menu = page.getByRole('button', { name: t.more });
const tabsOf = (place: 'vehicles' | 'settings') => page.getByRole('navigation', { name: t.places[place] });
test('from 1024 px the places stand beside the list, with what waits in them; a place has its sections as tabs', async () => {
  await openSection('vehicles');
  await expect
    .poll(() =>
      navigation
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([
      t.places.today,
      t.places.trips,
      `${t.places.passengers} (6)`,
      `${t.places.drivers} (8)`,
      t.places.vehicles,
      `${t.places.documents} (11)`,
      `${t.places.content} (2)`,
      t.places.report,
      `${t.places.settings} (2)`,
    ]);
  const current = (name: string) => navigation.getByRole('link', { name: new RegExp(`^${name}`) });
  await expect.element(current(t.places.vehicles)).toHaveAttribute('aria-current', 'page');
  await expect.element(menu).not.toBeInTheDocument();
  await tabsOf('vehicles').getByRole('link', { name: t.shifts }).click();
  await expect.poll(() => location.search).toBe('?section=shifts');
  await expect.element(current(t.places.vehicles)).toHaveAttribute('aria-current', 'page');
  await current(t.places.settings).click();
  await expect.poll(() => location.search).toBe('?section=company');
  // The tab says where in its place they wait.
  await tabsOf('settings')
    .getByRole('link', { name: `${t.devices} (2)` })
    .click();
  await expect.poll(() => location.search).toBe('?section=devices');
  await expectAccessibleInBothThemes();
});

test('a trip with two needs counts once beside «Viajes», as Hoy says; older content and backups count nowhere', async () => {
  const line = (id: 'trip_late' | 'trip_driver' | 'trip_reply') => ({ id, count: 2, rows: [] });
  const lines = [line('trip_late'), line('trip_driver'), line('trip_reply')];
  const day = { ...quietDay, trips: 3, lines: [...lines, ...busyDay.lines] };
  const trips = [[adminKey, 'next-trips'], []] as const;
  await openSection('today', { loaded: [[[adminKey, 'today'], day], trips] });
  await expect
    .element(navigation.getByRole('link', { name: `${t.places.trips} (3)`, exact: true }))
    .toBeVisible();
  await expect.element(page.getByRole('region', { name: today.trips.titleWaiting('3') })).toBeVisible();
  await expect
    .element(navigation.getByRole('link', { name: `${t.places.settings} (2)`, exact: true }))
    .toBeVisible();
});

test('the requests about personal data count in their place', async () => {
  const request = { id: 'q1', number: '300100', kind: 'access', due_on: '2026-11-27' } as const;
  const loaded = [
    [[adminKey, 'today'], quietDay],
    [[adminKey, 'rights-due'], [request]],
  ] as const;
  await openSection('drivers', { loaded });
  await expect.element(navigation.getByRole('link', { name: `${t.places.settings} (1)` })).toBeVisible();
  await expect.element(navigation.getByRole('link', { name: t.places.content })).toBeVisible();
});

test('a company without vehicles and ratings has seven places, and an address opens the others', async () => {
  const unused = [
    [[adminKey, 'has-shifts'], false],
    [[adminKey, 'has-reviews'], false],
  ] as const;
  const panel = await openSection('drivers', { loaded: unused });
  await expect.poll(() => navigation.getByRole('link').elements().length).toBe(7);
  await panel.unmount();
  await openSection('vehicles', { loaded: unused });
  await expect.element(navigation.getByRole('link', { name: t.places.vehicles })).toBeVisible();
});

test('the panel begins with the focus on its heading, not on the page', async () => {
  await openSection('vehicles');
  await expect.element(page.getByRole('heading', { name: t.title })).toHaveFocus();
});

test.for(staffLanguages)(
  'the whole navigation is on a small laptop’s screen, with its help, in whatever font (%s)',
  async (language) => {
    // Wider than the app's font and than those scaled to it, which a late font leaves in place.
    const { style } = document.documentElement;
    style.setProperty('--font-sans', 'sans-serif');
    onTestFinished(() => void style.removeProperty('--font-sans'));
    const { sections, helpFor, vehicles } = await loadNamespace('admin', language);
    await openSection('vehicles', { language });
    await expect.element(page.getByRole('navigation', { name: sections })).toBeInViewport({ ratio: 1 });
    await expect.element(page.getByRole('button', { name: helpFor(vehicles) })).toBeInViewport({ ratio: 1 });
  },
);

test.for([phone, upright])(
  'below it three places and “Más” stand at the bottom, and all of them behind it ($width px)',
  async (size) => {
    await page.viewport(size.width, size.height);
    await openSection('vehicles');
    await expect.element(navigation.getByRole('link').nth(2)).toBeInViewport({ ratio: 1 });
    await expect.poll(() => navigation.getByRole('link').elements().length).toBe(3);
    await menu.click();
    const all = page.getByRole('dialog').getByRole('navigation');
    // Each of them within the screen: a thumb reaches it without scrolling.
    for (const each of all.getByRole('link').all()) await expect.element(each).toBeInViewport({ ratio: 1 });
    await expect.element(page.getByRole('dialog').getByText(t.userForm.create)).toBeVisible();
    await expectAccessibleInBothThemes();
    await all.getByRole('link', { name: `${t.places.settings} (2)` }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect
      .element(tabsOf('settings').getByRole('link', { name: t.company }))
      .toHaveAttribute('aria-current', 'page');
    await navigation.getByRole('link', { name: t.places.today }).click();
    await expect.poll(() => location.search).toBe('?section=today');
  },
);

test('a user is created from the list of users, top right, and elsewhere from below the places', async () => {
  await page.viewport(wide.width, wide.height);
  const create = page.getByRole('button', { name: t.userForm.create });
  const elsewhere = await openSection('vehicles');
  await expect.element(create).toBeVisible();
  expect(page.getByRole('main').element().contains(create.element())).toBe(false);
  await elsewhere.unmount();
  await openSection('users');
  await expect.element(page.getByRole('main').getByRole('button', { name: t.userForm.create })).toBeVisible();
  await create.click();
  await expect.element(page.getByRole('dialog', { name: t.userForm.createTitle })).toBeVisible();
});

test('an address without a section, or with one that does not exist, opens the first', async () => {
  for (const address of ['/?section=nothing', '/']) {
    const panel = await openSection('vehicles');
    history.pushState(null, '', address);
    await expect
      .element(navigation.getByRole('link', { name: new RegExp(`^${t.today}`) }))
      .toHaveAttribute('aria-current', 'page');
    await panel.unmount();
  }
});

test('the keyboard’s link past the header leads to the content', async () => {
  await openSection('vehicles');
  page.getByRole('link', { name: t.skip }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('the header says that the server cannot be reached, until it can', async () => {
  const fetched = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  onTestFinished(() => fetched.mockRestore());
  await openSection('vehicles');
  const offline = page.getByRole('banner').getByText(t.offline);
  await expect.element(offline).toBeVisible();
  fetched.mockImplementation(() => Promise.resolve(Response.json([])));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(offline).not.toBeInTheDocument();
});

test.for([phone, upright])(
  'each button of the header has a word, all in one row ($width px)',
  async (size) => {
    await page.viewport(size.width, size.height);
    await openSection('vehicles');
    const buttons = page.getByRole('banner').getByRole('button').elements();
    expect(buttons.length).toBeGreaterThan(2);
    for (const each of buttons) expect((each as HTMLElement).innerText.trim()).not.toBe('');
    expect(new Set(buttons.map((each) => each.getBoundingClientRect().top)).size).toBe(1);
    await expectAccessibleInBothThemes();
  },
);

test('an old link to the bookings opens the trips', async () => {
  await openSection('trips', { at: '/?section=bookings' });
  await expect
    .element(navigation.getByRole('link', { name: t.places.trips }))
    .toHaveAttribute('aria-current', 'page');
});

test('the phone’s menu says in words that signing out ends the session on every device', async () => {
  await page.viewport(phone.width, phone.height);
  await openSection('vehicles');
  await menu.click();
  const name = `${common.signOut} en todos tus dispositivos`;
  await expect.element(page.getByRole('dialog').getByRole('button', { name })).toBeVisible();
});

test('signing out asks while this browser has bookings that nobody else has', async () => {
  onTestFinished(() => localStorage.clear());
  writeBookings(user.id, { ...noBookings, bookings: [listedBooking('one'), listedBooking('two')] });
  await openSection('vehicles');
  await page.getByRole('button', { name: common.signOut }).click();
  const question = page.getByRole('dialog', { name: 'Hay 2 reservas en este navegador' });
  await question.getByRole('button', { name: t.cancel }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(storedBookings(user.id).read()?.bookings).toHaveLength(2);
  await page.getByRole('button', { name: common.signOut }).click();
  await question.getByRole('button', { name: t.leavingBookings.confirm }).click();
  await expect.poll(() => storedBookings(user.id).read()).toBeNull();
});
