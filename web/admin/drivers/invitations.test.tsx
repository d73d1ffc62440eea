import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages } from '../../../shared/staff-languages.ts';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import type { MadeInvitation } from '../../data/drivers/invitations.ts';
import { driver as labels } from '../../i18n/es/driver.ts';
import { admin } from '../../i18n/es/admin.ts';
import { errors } from '../../i18n/es/errors.ts';
import { newDrivers as spanish } from '../../i18n/es/fleet/newDrivers.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { renderPanel } from '../../testing/administration.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { driver } from '../../testing/panels.tsx';
import { DeleteDriverDialog } from './dialogs.tsx';
import { DriverStateLine } from './DriverState.tsx';
import InvitationDialog from './InvitationDialog.tsx';
import NewDriverDialog from './NewDriverDialog.tsx';
import ResendDialog from './ResendDialog.tsx';

const nothing = () => undefined;
const made: MadeInvitation = {
  driver_id: driver.id,
  name: 'Maximiliano Hernández-Valenzuela de la Fuente',
  contact: '+56987654321',
  token: '0f0e3a526c1c4a539a0e3f9d4a1c2b110f0e3a526c1c4a539a0e3f9d4a1c2b11',
  expires_at: '2026-12-03T12:00:00Z',
};
const invited: ListedDriver = {
  ...driver,
  state: 'invited',
  has_account: false,
  shares_driver_code: false,
  invitation: { created_at: '2026-11-26T12:00:00Z', expires_at: '2126-12-03T12:00:00Z' },
};

/** Answers the calls of the backend by the end of their path. @returns the bodies that were sent, by the same */
function serve(answers: Readonly<Record<string, () => Response>>) {
  const sent: Record<string, unknown> = {};
  const served = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const { pathname } = new URL(address, window.location.href);
    const name = Object.keys(answers).find((end) => pathname.endsWith(end));
    if (name !== undefined && typeof init?.body === 'string') sent[name] = JSON.parse(init.body);
    return Promise.resolve(name === undefined ? Response.json([]) : answers[name]!());
  });
  onTestFinished(() => served.mockRestore());
  return sent;
}

test.for(staffLanguages)('the dialogs of an invitation fit every screen (%s)', async (language) => {
  const t = await loadNamespace('newDrivers', language);
  serve({
    next_driver_code: () => Response.json('014'),
    vehicles: () => Response.json([{ license_plate: 'BBCD12' }]),
  });
  const form = await renderPanel(language, <NewDriverDialog onInvited={nothing} onClose={nothing} />);
  await expect.element(page.getByLabelText(t.vehicle)).toBeVisible();
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
  await form.unmount();
  const one = await renderPanel(language, <InvitationDialog invitations={[made]} onClose={nothing} />);
  await page.getByRole('button', { name: t.link.showQr }).click();
  await expect.element(page.getByRole('img', { name: t.link.qr })).toBeVisible();
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
  await one.unmount();
  const others = [made, { ...made, driver_id: 'other', contact: null }];
  const many = await renderPanel(language, <InvitationDialog invitations={others} onClose={nothing} />);
  await expect.element(page.getByText(t.links.title)).toBeVisible();
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
  await many.unmount();
  await renderPanel(
    language,
    <ResendDialog driver={invited} onInvited={nothing} onDone={nothing} onClose={nothing} />,
  );
  await expect.element(page.getByRole('button', { name: t.withdraw })).toBeVisible();
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
});

test('the code is suggested; one that somebody took meanwhile is refused beside its field', async () => {
  const sent = serve({
    next_driver_code: () => Response.json('014'),
    vehicles: () => Response.json([]),
    invite_drivers: () =>
      Response.json({ code: 'driver_code_taken', message: '', details: '014' }, { status: 409 }),
  });
  await renderPanel('es', <NewDriverDialog onInvited={nothing} onClose={nothing} />);
  await expect.element(page.getByLabelText(labels.form.driverCode)).toHaveValue('014');
  await page.getByLabelText(labels.form.name).fill('Rosa Pérez');
  await page.getByLabelText(labels.form.phone).fill('9 8765 4321');
  await page.getByLabelText(labels.form.licensePlate).fill('bb cd 12');
  await page.getByRole('button', { name: spanish.create }).click();
  await expect.element(page.getByText(errors.code.driver_code_taken)).toBeVisible();
  await expect.element(page.getByLabelText(labels.form.driverCode)).toHaveFocus();
  const row = { name: 'Rosa Pérez', contact: '+56987654321', driver_code: '014', license_plate: 'BBCD12' };
  expect(sent['invite_drivers']).toEqual({ drivers: [row] });
});

test('where the company has vehicles, the plate is that of one, and may be missing', async () => {
  const onInvited = vi.fn<(made: MadeInvitation) => void>();
  serve({
    next_driver_code: () => Response.json('014'),
    vehicles: () => Response.json([{ license_plate: 'BBCD12' }]),
    invite_drivers: () => Response.json([made]),
  });
  await renderPanel('es', <NewDriverDialog onInvited={onInvited} onClose={nothing} />);
  await page.getByLabelText(labels.form.name).fill('Rosa Pérez');
  await page.getByLabelText(labels.form.phone).fill('987654321');
  await page.getByRole('button', { name: spanish.create }).click();
  await expect.poll(() => onInvited.mock.calls).toEqual([[made]]);
});

test('the link goes by WhatsApp to the driver’s number in Spanish, and to the own mail program', async () => {
  await loadNamespace('newDrivers', 'es');
  await renderPanel('en', <InvitationDialog invitations={[made]} onClose={nothing} />);
  const { link } = await loadNamespace('newDrivers', 'en');
  const chat = page.getByRole('link', { name: link.whatsapp, exact: false });
  await expect.element(chat).toBeVisible();
  const address = new URL(chat.element().getAttribute('href')!);
  expect(address.origin + address.pathname).toBe('https://wa.me/56987654321');
  expect(address.searchParams.get('text')).toContain('Hola, Maximiliano');
  expect(address.searchParams.get('text')).toContain(`/invite#${made.token}`);
  const mail = page.getByRole('link', { name: link.mail }).element().getAttribute('href')!;
  expect(mail).toMatch(/^mailto:\?subject=.+&body=Hola%2C%20Maximiliano/);
});

test('a telephone that WhatsApp does not know leaves the other ways', async () => {
  const foreign = { ...made, contact: '123456789' };
  await renderPanel('es', <InvitationDialog invitations={[foreign]} onClose={nothing} />);
  await expect.element(page.getByText(spanish.link.noWhatsapp)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: spanish.link.whatsapp, exact: false }))
    .not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
});

test('before a driver is deleted, the dialog names the verification page, and the open link of one who is invited', async () => {
  const { driverDeletion: t } = admin;
  const dialog = (asked: ListedDriver) => (
    <DeleteDriverDialog driver={asked} onRemove={nothing} onClose={nothing} />
  );
  const first = await renderPanel('es', dialog(invited));
  await expect.element(page.getByText(t.page)).toBeVisible();
  await expect.element(page.getByText(t.invitation)).toBeVisible();
  await first.unmount();
  await renderPanel('es', dialog({ ...invited, state: 'active' }));
  await expect.element(page.getByText(t.page)).toBeVisible();
  await expect.element(page.getByText(t.invitation)).not.toBeInTheDocument();
});

test.for([
  ['2126-12-03T12:00:00Z', 'Invitado el 26 nov 2026'],
  ['2026-01-01T12:00:00Z', 'Invitado el 26 nov 2026 · el enlace ya no sirve'],
  [undefined, 'Invitado el 26 nov 2026 · el enlace ya no sirve'],
] as const)(
  'the state of an invited driver says since when, and whether the link works (until %s)',
  async ([until, say]) => {
    const created = invited.invitation!.created_at;
    const invitation = until && { created_at: created, expires_at: until };
    const listed = { ...invited, created_at: created, invitation };
    await renderPanel('es', <DriverStateLine driver={listed} />);
    await expect.element(page.getByText(say, { exact: true })).toBeVisible();
  },
);
