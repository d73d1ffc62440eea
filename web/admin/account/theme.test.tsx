import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chooseAppearance, startAppearance } from '../../device/appearance.ts';
import { admin } from '../../i18n/es/admin.ts';
import { user } from '../../testing/accounts.ts';
import { openSection } from '../../testing/panelLists.tsx';

const shownTheme = () => document.documentElement.dataset['theme'];

test('the panel is as light as the system at night, too, unless the person chooses otherwise', async () => {
  const clock = vi.spyOn(Date.prototype, 'getHours').mockReturnValue(21);
  onTestFinished(() => {
    clock.mockRestore();
    chooseAppearance('theme', 'auto');
  });
  startAppearance(true);
  expect(shownTheme()).toBe('dark');
  const panel = await openSection('audit');
  await expect.poll(shownTheme).toBe('light');
  await page.getByRole('button', { name: `${admin.account} ${user.email}` }).click();
  await page.getByLabelText(admin.theme.label).selectOptions(admin.theme.themes.dark);
  expect(shownTheme()).toBe('dark');
  await panel.unmount();
  // A start of the page on this device.
  startAppearance(false);
  expect(shownTheme()).toBe('dark');
});
