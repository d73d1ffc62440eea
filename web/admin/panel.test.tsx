import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../shared/staff-languages.ts';
import type { AuditEntry } from '../data/company/auditEntry.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { admin as spanish } from '../i18n/es/admin.ts';
import { accounts, Addressed, drivers, fileOf, renderPanel, section } from '../testing/administration.tsx';
import { user } from '../testing/accounts.ts';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere, phone } from '../testing/looks.ts';
import AuditSection from './audit/AuditSection.tsx';
import { DeleteDriverDialog, LeavingDialog } from './drivers/dialogs.tsx';
import { useAuditColumns } from './audit/columns.tsx';
import DriversSection from './drivers/DriversSection.tsx';
import { readTable } from '../util/reading/table.ts';
import { formatIn } from './parts/useFormat.ts';
import UsersSection from './users/UsersSection.tsx';

const [wholeTable] = devices;
const cards = phone;
const name = 'Diego Fuentes';
const email = 'bloqueada@example.com';
const nothing = () => undefined;
const button = (label: string) => page.getByRole('button', { name: label, exact: true });

async function openDrivers(language: StaffLanguage = 'es') {
  await page.viewport(wholeTable.width, wholeTable.height);
  return renderPanel(language, <DriversSection {...section} />, [
    'drivers',
    { search: '', state: '' },
    drivers,
  ]);
}

const driver = drivers.find((each) => each.name === name)!;
const askLeaving = (language: StaffLanguage = 'es') =>
  renderPanel(language, <LeavingDialog driver={driver} onDone={nothing} onClose={nothing} />);
const askDeletion = (language: StaffLanguage = 'es') =>
  renderPanel(language, <DeleteDriverDialog driver={driver} onRemove={nothing} onClose={nothing} />);

/** As a phone asks it, where the deletion stands behind «Más acciones». */
async function askUserDeletion(address: string, t = spanish): Promise<void> {
  await button(t.moreActions(address)).click();
  await button(t.record.delete).click();
}
const openUsers = (language: StaffLanguage = 'es', rows = accounts) => {
  history.replaceState(null, '', '?section=users');
  return renderPanel(language, <Addressed id="users" of={UsersSection} />, [
    'users',
    { search: '', role: '' },
    rows,
  ]);
};

const entries: readonly AuditEntry[] = [
  {
    id: '1',
    payload: { action: 'login', actor_id: user.id, actor_username: email, traits: { method: 'password' } },
    subject: {},
    created_at: '2026-11-21T12:00:00Z',
    ip_address: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
  },
  {
    id: '2',
    payload: {
      action: 'login_failed',
      actor_id: '00000000-0000-0000-0000-000000000000',
      actor_username: '',
      traits: { reason: 'invalid_credentials', user_email: email },
    },
    subject: {},
    created_at: '2026-11-21T12:00:01Z',
    ip_address: '203.0.113.66',
  },
  {
    id: '3',
    payload: {
      action: 'shift_ended',
      actor_id: user.id,
      actor_username: email,
      traits: { target: 'shift:1', driver_id: 'd1', vehicle_id: 'v1' },
    },
    subject: { driver: { id: 'd1', name: 'Tomás Araya' }, vehicle: { id: 'v1', name: 'GKGK39' } },
    created_at: '2026-11-21T12:00:02Z',
    ip_address: '203.0.113.66',
  },
];

function openLog(language: StaffLanguage = 'es') {
  const filter = { search: '', action: '', refused: '', from: '', until: '' };
  return renderPanel(language, <AuditSection {...section} />, ['audit', filter, entries]);
}

/** On a device, where it is a table, and on a phone, where it is cards. */
async function expectAccessibleAsTableAndCards(): Promise<void> {
  for (const { width, height } of [wholeTable, cards]) {
    await page.viewport(width, height);
    await expectAccessibleInBothThemes();
  }
}

test.for(staffLanguages)(
  'the drivers fit every screen, in every state, and while one is edited (%s)',
  async (language) => {
    const { driverList, driverPhoto } = await loadNamespace('admin', language);
    await openDrivers(language);
    await expect.element(page.getByText(driverPhoto.waiting)).toBeVisible();
    await expect.element(page.getByText(driverList.sharedCode('C-104'))).toBeVisible();
    await expectFitsEverywhere();
    await button(driverList.editDriver(name)).click();
    await expect.element(page.getByText(driverPhoto.hint)).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('the drivers are accessible as table and as cards, and while one is edited', async () => {
  await openDrivers();
  await expectAccessibleAsTableAndCards();
  await button(spanish.driverList.editDriver(name)).click();
  await expectAccessibleInBothThemes();
});

test.for(staffLanguages)('each driver has one state, in one word (%s)', async (language) => {
  const { driverStates } = await loadNamespace('admin', language);
  await openDrivers(language);
  const row = (driver: string) => page.getByRole('row').filter({ hasText: driver });
  await expect.element(row(name).getByText(driverStates.active, { exact: true })).toBeVisible();
  await expect.element(row('Registrada Soto').getByText(driverStates.waiting, { exact: true })).toBeVisible();
  await expect.element(row('Invitada Vera').getByText(driverStates.invited, { exact: true })).toBeVisible();
  await expect.element(row('Retirado Lagos').getByText(driverStates.left, { exact: true })).toBeVisible();
});

test.for(staffLanguages)(
  'the question whether a driver has left fits every screen (%s)',
  async (language) => {
    const { driverLeaving } = await loadNamespace('admin', language);
    await askLeaving(language);
    await expect.element(page.getByText(driverLeaving.question(name))).toBeVisible();
    for (const line of [
      driverLeaving.shift,
      driverLeaving.account,
      driverLeaving.passengers,
      driverLeaving.record,
    ])
      await expect.element(page.getByText(line)).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('the question whether a driver has left is accessible in both themes', async () => {
  await askLeaving();
  await expect.element(page.getByText(spanish.driverLeaving.question(name))).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('an edit begins with the name selected, and Escape leaves it for the button that began it', async () => {
  await page.viewport(wholeTable.width, wholeTable.height);
  await openDrivers();
  await button(spanish.driverList.editDriver(name)).click();
  await expect.poll(() => getSelection()?.toString()).toBe(name);
  await userEvent.keyboard('{Escape}');
  await expect.element(button(spanish.driverList.editDriver(name))).toHaveFocus();
});

test.for(staffLanguages)(
  'the question before a driver is deleted fits every screen (%s)',
  async (language) => {
    const { driverDeletion, belongings } = await loadNamespace('admin', language);
    await askDeletion(language);
    await expect.element(page.getByText(driverDeletion.photo)).toBeVisible();
    await expect.element(page.getByText(driverDeletion.reviews(100, '100'))).toBeVisible();
    await expect.element(page.getByText(belongings.files(8, '8'))).toBeVisible();
    await expect.element(page.getByText(belongings.openShift('BB·CD·12'))).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('the question before a driver is deleted is accessible in both themes', async () => {
  await askDeletion();
  await expect.element(page.getByText(spanish.driverDeletion.photo)).toBeVisible();
  await expectAccessibleInBothThemes();
});

test.for(staffLanguages)('the users and their dialogs fit every screen (%s)', async (language) => {
  const t = await loadNamespace('admin', language);
  await openUsers(language);
  await expect.element(page.getByText(t.userList.blocked, { exact: true })).toBeVisible();
  await expect.element(page.getByText(t.userList.mailStored)).toBeVisible();
  await expectFitsEverywhere();
  await button(t.userList.editUser(email)).click();
  await page.getByRole('radio', { name: t.roles.admin }).click();
  await expect.element(page.getByText(t.userForm.promotion)).toBeVisible();
  await expectFitsEverywhere();
  await userEvent.keyboard('{Escape}');
  await askUserDeletion(email, t);
  await expect.element(page.getByText(t.userDeletion.everythingHint)).toBeVisible();
  await expectFitsEverywhere();
});

test('a user’s row has its deletion beside the edit on a computer, and at most two buttons on a phone', async () => {
  await page.viewport(wholeTable.width, wholeTable.height);
  await openUsers();
  await expect.element(button(spanish.userList.deleteUser(email))).toBeVisible();
  await page.viewport(cards.width, cards.height);
  await expect.element(button(spanish.userList.deleteUser(email))).not.toBeInTheDocument();
  const row = page.getByRole('listitem').filter({ hasText: email });
  expect(row.getByRole('button').all()).toHaveLength(2);
});

test('the whole table of the users says when each signed in last', async () => {
  await page.viewport(wholeTable.width, wholeTable.height);
  const time = new Date(Date.now() - 2 * 3_600_000).toISOString();
  const [first, second] = accounts;
  await openUsers('es', [{ ...first!, last_sign_in_at: time }, second!]);
  const rowOf = (address: string) => page.getByRole('row').filter({ hasText: address });
  const shown = rowOf(first!.email).getByText('hace 2 horas', { exact: true });
  await expect.element(shown).toHaveAttribute('title', formatIn('es').time(time));
  await expect.element(rowOf(email).getByText(spanish.neverSignedIn, { exact: true })).toBeVisible();
});

test('the users and their dialogs are accessible in both themes', async () => {
  await openUsers();
  await expectAccessibleAsTableAndCards();
  await button(spanish.userList.editUser(email)).click();
  await page.getByRole('radio', { name: spanish.roles.office }).click();
  await expect.element(page.getByText(spanish.userForm.promotion)).toBeVisible();
  await expectAccessibleInBothThemes();
  await userEvent.keyboard('{Escape}');
  await askUserDeletion(email);
  await page.getByLabelText(spanish.userDeletion.everything).click();
  await expectAccessibleInBothThemes();
});

test('deleting an account leaves the record of its driver, unless all of the person goes', async () => {
  await openUsers();
  await askUserDeletion(user.email!);
  const { belongings, userDeletion, driverDeletion } = spanish;
  const listAfter = (intro: string) =>
    page.getByText(intro, { exact: true }).element().nextElementSibling!.textContent;
  await expect.element(page.getByText(belongings.documents(12, '12'))).toBeVisible();
  expect(listAfter(driverDeletion.stays)).toContain(belongings.documents(12, '12'));
  await page.getByLabelText(userDeletion.everything).click();
  expect(listAfter(driverDeletion.stays)).not.toContain(belongings.documents(12, '12'));
  for (const gone of [belongings.documents(12, '12'), belongings.openShift('BB·CD·12'), userDeletion.photos])
    expect(listAfter(driverDeletion.goes)).toContain(gone);
});

test('administrators neither delete, demote nor block themselves', async () => {
  await openUsers();
  const own = 'carla@example.com';
  await expect.element(page.getByText(spanish.you, { exact: true })).toBeVisible();
  await button(spanish.userList.editUser(own)).click();
  for (const role of Object.values(spanish.roles))
    await expect.element(page.getByRole('radio', { name: role })).toBeDisabled();
  await expect.element(page.getByText(spanish.userForm.ownRole)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await button(spanish.moreActions(own)).click();
  await expect.element(button(spanish.userActs.download)).toBeVisible();
  for (const act of [spanish.userActs.block, spanish.record.delete])
    await expect.element(button(act)).not.toBeInTheDocument();
});

test('blocking an account asks once, and says what goes and what stays', async () => {
  const { moreActions, userActs: t } = spanish;
  await openUsers();
  await button(moreActions(email)).click();
  await expect.element(button(t.unblock)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await button(moreActions(user.email!)).click();
  await button(t.block).click();
  await expect.element(page.getByText(t.sessions)).toBeVisible();
  await expect.element(page.getByText(t.account)).toBeVisible();
  await expectAccessibleInBothThemes();
  await expectFitsEverywhere();
});

const signIn = { es: 'Inició sesión con contraseña', en: 'Signed in with password' };

test.for(staffLanguages)('the log fits every screen (%s)', async (language) => {
  await openLog(language);
  await expect.element(page.getByText(signIn[language])).toBeVisible();
  await expectFitsEverywhere();
});

test('the log is accessible as table and as cards', async () => {
  await openLog();
  await expect.element(page.getByText(signIn.es)).toBeVisible();
  await expectAccessibleAsTableAndCards();
});

test('an act is one sentence, and what it names leads to its page', async () => {
  await page.viewport(wholeTable.width, wholeTable.height);
  await openLog();
  const act = page.getByRole('row').filter({ hasText: 'Terminó el turno de Tomás Araya en GK·GK·39' });
  await expect.element(act).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Tomás Araya' }))
    .toHaveAttribute('href', '?section=drivers&record=d1');
});

test('a file of the log has the sentences, the people and the addresses', async () => {
  const [, , shift] = entries;
  const file = readTable(await fileOf(useAuditColumns, [shift!], 'en'));
  expect(file.map(({ fields }) => fields)).toEqual([
    ['cuándo', 'quién', 'qué', 'dirección'],
    ['2026-11-21 09:00', email, 'Terminó el turno de Tomás Araya en GK·GK·39', '203.0.113.66'],
  ]);
});
