import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { getEnvironment } from '../../data/environment.ts';
import { admin } from '../../i18n/es/admin.ts';
import { renderPanel } from '../../testing/administration.tsx';
import { UserDialog } from '../users/UserDialog.tsx';

const nothing = () => undefined;

/** As the server or a static host says whether mails go out. */
function setMail(mail: 'sent' | 'stored' | ''): void {
  const before = getEnvironment().mail;
  Object.assign(getEnvironment(), { mail });
  onTestFinished(() => void Object.assign(getEnvironment(), { mail: before }));
}

test.for([
  ['stored', 1],
  ['sent', 0],
  // A static host cannot tell: unknown is on.
  ['', 0],
] as const)('where mails are “%s” a new user is announced by hand: %i', async ([mail, count]) => {
  setMail(mail);
  await renderPanel('es', <UserDialog account={null} own={false} onSaved={nothing} onClose={nothing} />);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(page.getByText(admin.userForm.mailStored).elements()).toHaveLength(count);
});
