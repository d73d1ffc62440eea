import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { driver as labels } from '../i18n/es/driver.ts';
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

test('an order that the list does not have is passed over, and a phone has no headings', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('drivers', { at: '?section=drivers&sort=contact' });
  await expect.element(heading).toHaveAttribute('aria-sort', 'none');
  await expectAccessibleInBothThemes();
  await page.viewport(phone.width, phone.height);
  await expect.element(heading).not.toBeInTheDocument();
});
