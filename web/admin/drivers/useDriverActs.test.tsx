import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { admin as words } from '../../i18n/es/admin.ts';
import { errors } from '../../i18n/es/errors.ts';
import { newDrivers } from '../../i18n/es/fleet/newDrivers.ts';
import { driverIn, openDriver } from '../../testing/driverPage.ts';
import { devices, filledButtons } from '../../testing/looks.ts';

const { driverList, driverLeaving } = words;
const { name } = driverIn('active');
const act = (title: string) => page.getByRole('article').getByRole('button', { name: title, exact: true });

const [wide] = devices;
beforeEach(() => page.viewport(wide.width, wide.height));

/** Answers each change as `change` does; the list then has the driver as given, and nothing else loads again. */
function serve(driver: ListedDriver, change: () => Response) {
  const served = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const { method, url } = new Request(input, init);
    const { pathname } = new URL(url);
    const isReturn = pathname.endsWith('/driver_returned');
    if (method === 'PATCH' || isReturn) return Promise.resolve(change());
    const isRead = /\/(drivers|shared_driver_codes|driver_invitations)$/.test(pathname);
    if (!isRead) return Promise.resolve(Response.json({ message: 'not asked for here' }, { status: 404 }));
    const rows = pathname.endsWith('/drivers') ? [driver] : [];
    return Promise.resolve(Response.json(rows, { headers: { 'content-range': '0-0/1' } }));
  });
  onTestFinished(() => served.mockRestore());
}

test.for([
  ['waiting', true, driverList.activate, driverList.activated(name)],
  ['waiting', false, driverList.activate, driverList.invited(name)],
  ['left', true, driverLeaving.takeBack, driverLeaving.returned(name)],
  ['left', false, driverLeaving.takeBack, driverList.invited(name)],
] as const)(
  'the panel calls a driver who was %s active only where there is an account (%s)',
  async ([state, hasAccount, due, said]) => {
    const after = driverIn(hasAccount ? 'active' : 'invited');
    serve(after, () => (state === 'left' ? new Response(null, { status: 204 }) : Response.json(after)));
    await openDriver(driverIn(state, { has_account: hasAccount }));
    await act(due).click();
    await expect.element(page.getByRole('status').filter({ hasText: said })).toBeVisible();
    await expect.element(act(due)).not.toBeInTheDocument();
  },
);

test.for([
  ['invited', [newDrivers.resend]],
  ['waiting', [driverList.activate]],
  ['active', []],
  ['left', [driverLeaving.takeBack]],
] as const)('the act that is due for a driver who is %s is the filled button', async ([state, due]) => {
  await openDriver(driverIn(state));
  // A button under the mouse has a colour of its own.
  await act(words.record.edit).hover();
  expect(filledButtons()).toEqual(due);
  // Leaving and papers are for those who are there.
  for (const title of [driverLeaving.title, words.selection.print])
    expect(act(title).elements()).toHaveLength(state === 'left' ? 0 : 1);
});

test('the act that is due for an invited driver opens the dialog of the link', async () => {
  await openDriver(driverIn('invited'));
  await act(newDrivers.resend).click();
  await expect.element(page.getByRole('dialog', { name: newDrivers.resendTo(name) })).toBeVisible();
});

test('an act that was refused says why on the page, and stays', async () => {
  const waiting = driverIn('waiting');
  serve(waiting, () => Response.json({ code: 'driver_code_taken', message: '' }, { status: 409 }));
  await openDriver(waiting);
  await act(driverList.activate).click();
  const shown = page.getByRole('article').getByText(errors.code.driver_code_taken);
  await expect.element(shown).toBeVisible();
  await expect.element(act(driverList.activate)).toBeVisible();
});

test('an act of a row that was refused says why below the list', async () => {
  const waiting = driverIn('waiting');
  serve(waiting, () => Response.json({ code: 'driver_code_taken', message: '' }, { status: 409 }));
  await openDriver(waiting, { page: 'closed' });
  await page.getByRole('button', { name: words.moreActions(name) }).click();
  await page.getByRole('button', { name: driverList.activate, exact: true }).click();
  await expect.element(page.getByText(errors.code.driver_code_taken)).toBeVisible();
});
