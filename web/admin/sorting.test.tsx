import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { driver as labels } from '../i18n/es/driver.ts';
import { announcements as announcementWords } from '../i18n/es/fleet/announcements.ts';
import { devices as deviceWords } from '../i18n/es/fleet/devices.ts';
import { reviews as reviewWords } from '../i18n/es/fleet/reviews.ts';
import { shiftRecords as shiftWords } from '../i18n/es/fleet/shiftRecords.ts';
import { devices, expectAccessibleInBothThemes, phone } from '../testing/looks.ts';
import { longLists, openSection } from '../testing/panelLists.tsx';

const [wide] = devices;
const heading = page.getByRole('columnheader', { name: labels.short.licensePlate, exact: true });

/** The orders that the list of drivers asks the server for. */
function ordersAsked(): readonly string[] {
  const asked: string[] = [];
  const served = vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const address = new URL(input instanceof Request ? input.url : String(input), location.href);
    const order = address.searchParams.get('order');
    if (address.pathname.endsWith('/rest/v1/drivers') && order) asked.push(order.split(',')[0]!);
    const rows = address.pathname.endsWith('/drivers') ? longLists.drivers[1] : [];
    return Promise.resolve(Response.json(rows, { headers: { 'content-range': '0-24/10000' } }));
  });
  onTestFinished(() => served.mockRestore());
  return asked;
}

test('a press on a heading sorts the list in the database, a second turns it round, a third ends that', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('drivers');
  await expect.element(heading).toHaveAttribute('aria-sort', 'none');
  const asked = ordersAsked();
  await heading.getByRole('button').click();
  await expect.element(heading).toHaveAttribute('aria-sort', 'ascending');
  expect(new URLSearchParams(location.search).get('sort')).toBe('license_plate');
  await heading.getByRole('button').click();
  await expect.element(heading).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => asked).toEqual(['license_plate.asc.nullslast', 'license_plate.desc.nullslast']);
  await heading.getByRole('button').click();
  await expect.element(heading).toHaveAttribute('aria-sort', 'none');
  expect(location.search).not.toContain('sort');
});

test.each([
  ['shifts', 'list_shifts_by', shiftWords.driver, 'driver_name'],
  ['devices', 'list_devices_by', deviceWords.columns.device, 'name'],
  ['reviews', 'list_reviews_by', reviewWords.rating, 'rating'],
  ['announcements', 'list_announcements_by', announcementWords.until, 'valid_until'],
] as const)(
  'a press on a heading of %s asks the database for its order',
  async (section, name, label, sort) => {
    await page.viewport(wide.width, wide.height);
    await openSection(section);
    const [, rows] = longLists[section];
    const asked: unknown[] = [];
    const served = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
      if (!pathname.endsWith(`/rpc/${name}`)) return Promise.resolve(Response.json([{}]));
      asked.push((JSON.parse(String(init?.body)) as { readonly sort: string }).sort);
      return Promise.resolve(Response.json(rows.map((row) => ({ ...row, total: 60 }))));
    });
    onTestFinished(() => served.mockRestore());
    const sorting = page.getByRole('columnheader', { name: label, exact: true });
    for (const state of ['ascending', 'descending'] as const) {
      sorting.getByRole('button').element().focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(sorting).toHaveAttribute('aria-sort', state);
    }
    await expect.poll(() => asked).toEqual([sort, `-${sort}`]);
    expect(new URLSearchParams(location.search).get('sort')).toBe(`-${sort}`);
  },
);

test('an order that the list does not have is passed over, and a phone has no headings', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('drivers', { at: '?section=drivers&sort=contact' });
  await expect.element(heading).toHaveAttribute('aria-sort', 'none');
  await expectAccessibleInBothThemes();
  await page.viewport(phone.width, phone.height);
  await expect.element(heading).not.toBeInTheDocument();
});
