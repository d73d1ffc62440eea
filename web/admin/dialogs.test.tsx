import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../shared/staff-languages.ts';
import type { Account } from '../data/accounts/users.ts';
import { loadAuth } from '../data/client.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { admin as spanish } from '../i18n/es/admin.ts';
import { factors } from '../i18n/es/factors.ts';
import { passkeys } from '../i18n/es/passkeys.ts';
import { renderPanel } from '../testing/administration.tsx';
import { factor, user } from '../testing/accounts.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import AccountDialog from './account/AccountDialog.tsx';
import { StatusBar } from './parts/StatusBar.tsx';
import { NewPasswordDialog } from './users/dialogs.tsx';
import { UserDialog } from './users/UserDialog.tsx';

const nothing = () => undefined;
const nowhere = () => Promise.resolve();
const promotedAccount: Account = {
  id: user.id,
  email: user.email!,
  role: 'admin',
  blocked: false,
  created_at: user.created_at,
  last_sign_in_at: null,
  has_second_factor: false,
  driver: null,
  new_password: 'k7m2-qx9f-a3bd-77zh-p0wt',
};
const app = factor('totp', factors.factorName(1));
const key = factor('webauthn', passkeys.factorName(1));
const button = (label: string) => page.getByRole('button', { name: label, exact: true });

const openAccount = (language: StaffLanguage = 'es', own = { ...user, factors: [app, key] }) =>
  renderPanel(language, <AccountDialog user={own} onClose={nothing} />);

test.for(staffLanguages)(
  'the own account fits every screen, also while a second step is removed (%s)',
  async (language) => {
    const t = await loadNamespace('factors', language);
    await openAccount(language);
    await expect.element(page.getByText(t.on, { exact: true })).toBeVisible();
    await expectFitsEverywhere();
    await button(t.removeApp(app.friendly_name!)).click();
    await expect.element(page.getByText(t.removeTitle)).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('the own account is accessible in both themes, with and without a second step', async () => {
  const { unmount } = await openAccount('es', { ...user, factors: [] });
  await expect.element(page.getByText(factors.off)).toBeVisible();
  await expectAccessibleInBothThemes();
  await unmount();
  await openAccount();
  await button(factors.removeApp(app.friendly_name!)).click();
  await expectAccessibleInBothThemes();
});

test('the account can be signed out on this device alone', async () => {
  const signOut = vi.spyOn(await loadAuth(), 'signOut').mockResolvedValue({ error: null });
  onTestFinished(() => signOut.mockRestore());
  await openAccount();
  await button(spanish.thisDevice.action).click();
  await expect.poll(() => signOut.mock.calls).toEqual([[{ scope: 'local' }]]);
});

test('removing the last second step says so; leaving the question keeps the page behind from scrolling', async () => {
  await openAccount('es', { ...user, factors: [app] });
  await button(factors.removeApp(app.friendly_name!)).click();
  await expect.element(page.getByText(factors.removeLast)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText(factors.removeLast)).not.toBeInTheDocument();
  expect(page.getByRole('dialog').elements()).toHaveLength(1);
  expect(getComputedStyle(document.documentElement).overflow).toBe('hidden');
});

test.for(staffLanguages)(
  'a new account, the password of a promotion and the outcome of an act fit every screen (%s)',
  async (language) => {
    const t = await loadNamespace('admin', language);
    const creating = await renderPanel(
      language,
      <UserDialog account={null} own={false} onSaved={nothing} onClose={nothing} />,
    );
    await button(t.userForm.create).click();
    await expect.element(page.getByLabelText(t.email)).toHaveFocus();
    await page.getByRole('radio', { name: t.roles.office }).click();
    await expect.element(page.getByText(t.userForm.roleHints.office)).toBeVisible();
    await expectFitsEverywhere();
    await creating.unmount();
    const promoted = await renderPanel(
      language,
      <NewPasswordDialog account={promotedAccount} onClose={nothing} />,
    );
    await expectFitsEverywhere();
    await promoted.unmount();
    const pending = { id: user.id, announcement: t.removal.user(user.email!), done: '', run: nowhere };
    const message = { text: '', failed: false };
    await renderPanel(
      language,
      <StatusBar message={message} onDismiss={nothing} pending={pending} onUndo={nothing} />,
    );
    await expectFitsEverywhere();
  },
);

test('P7: taking a role away names the driver whose account it stays', async () => {
  const driver = { id: 'driver', name: 'Diego Rojas', license_plate: null };
  await renderPanel(
    'es',
    <UserDialog account={{ ...promotedAccount, driver }} own={false} onSaved={nothing} onClose={nothing} />,
  );
  const note = page.getByText(spanish.userForm.staysDriver(driver.name));
  await expect.element(note).not.toBeInTheDocument();
  await page.getByRole('radio', { name: spanish.roles.driver }).click();
  await expect.element(note).toBeVisible();
});

test('a new account, the password of a promotion and the outcome of an act are accessible in both themes', async () => {
  const creating = await renderPanel(
    'es',
    <UserDialog account={null} own={false} onSaved={nothing} onClose={nothing} />,
  );
  await expect.element(page.getByLabelText(spanish.email)).toHaveFocus();
  await button(spanish.userForm.create).click();
  await expectAccessibleInBothThemes();
  await creating.unmount();
  const promoted = await renderPanel('es', <NewPasswordDialog account={promotedAccount} onClose={nothing} />);
  await expectAccessibleInBothThemes();
  await promoted.unmount();
  const message = { text: spanish.userList.saved(user.email!), failed: false };
  await renderPanel(
    'es',
    <StatusBar message={message} onDismiss={nothing} pending={null} onUndo={nothing} />,
  );
  await expectAccessibleInBothThemes();
});

test('a new account is a driver’s unless another role is chosen, and only a driver’s has a record', async () => {
  await renderPanel('es', <UserDialog account={null} own={false} onSaved={nothing} onClose={nothing} />);
  const role = (name: string) => page.getByRole('radio', { name, exact: true });
  const record = page.getByRole('combobox', { name: spanish.userForm.driver });
  await expect.element(role(spanish.roles.driver)).toBeChecked();
  await expect.element(record).toBeVisible();
  for (const each of ['office', 'admin'] as const) {
    await role(spanish.roles[each]).click();
    await expect.element(record).not.toBeInTheDocument();
    await expect.element(page.getByText(spanish.userForm.roleHints[each])).toBeVisible();
  }
  await role(spanish.roles.driver).click();
  await expect.element(record).toBeVisible();
});
