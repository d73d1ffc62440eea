import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import { loadMessages } from '../../i18n/loadMessages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { expectReadableEverywhere } from '../../testing/backSeat.ts';
import { devices, expectAccessibleInBothThemes } from '../../testing/looks.ts';
import { openPanel } from '../../testing/panels.tsx';
import { flowLanguages } from '../../testing/render.tsx';
import { content } from '../../testing/sampleContent.ts';

const dialog = page.getByRole('dialog');
const title = dialog.getByRole('heading', { level: 2 });

test.for(languages)('each view of the menu has a title and a way back of its own (%s)', async (language) => {
  const { common, home } = await loadMessages(language);
  const { driver: words, pin } = await loadNamespace('kiosk', language);
  const { diagnosis } = await loadNamespace('ownDevice', language);
  await openPanel('driverMenu', language);
  const views = [
    [common.signOut, words.signOutTitle],
    [home.account, home.account],
    [pin.menu, pin.menu],
    [diagnosis.menu, diagnosis.title],
  ] as const;
  for (const [entry, name] of views) {
    await expect.element(title).toHaveTextContent(home.driverMenu);
    await dialog.getByRole('button', { name: entry, exact: false }).click();
    // The matcher folds the no-break spaces of the page alone.
    await expect.element(title).toHaveTextContent(name.replaceAll('\u00a0', ' '));
    await expect.element(title).toHaveFocus();
    await expect.element(dialog.getByText(common.loading)).not.toBeInTheDocument();
    await expectReadableEverywhere();
    await dialog.getByRole('button', { name: words.back }).click();
    await expect.element(dialog.getByRole('button', { name: entry, exact: false })).toHaveFocus();
  }
});

test('a view of the menu is reached and left with the keyboard', async () => {
  const { driver: words } = await loadNamespace('kiosk', 'es');
  const { account } = (await loadMessages('es')).home;
  await openPanel('driverMenu', 'es');
  const entry = dialog.getByRole('button', { name: account });
  await expect.element(entry).toBeVisible();
  (entry.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(title).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(dialog.getByRole('button', { name: words.back })).toHaveFocus();
  await expectAccessibleInBothThemes();
  await userEvent.keyboard('{Enter}');
  await expect.element(entry).toHaveFocus();
});

test.for(flowLanguages)(
  'the password that sets a PIN is asked for with that reason (%s)',
  async (language) => {
    const { pin } = await loadNamespace('kiosk', language);
    const { gate } = await loadNamespace('account', language);
    await openPanel('driverMenu', language);
    await dialog.getByRole('button', { name: pin.menu, exact: false }).click();
    await expect.element(dialog.getByText(pin.setUpReason)).toBeVisible();
    expect(dialog.getByText(gate.intro).elements()).toEqual([]);
  },
);

test('the entries of the menu leave no hole in their grid', async () => {
  const { width, height } = devices[0];
  await page.viewport(width, height);
  await openPanel('driverMenu', 'es');
  await expect.element(dialog.getByRole('listitem').first()).toBeVisible();
  const list = dialog.getByRole('list').element();
  // With vehicles or documents an entry joins them.
  list.append(list.children[0]!.cloneNode(true));
  const right = () => list.getBoundingClientRect().right;
  for (const count of [list.children.length, list.children.length - 1]) {
    while (list.children.length > count) list.lastElementChild!.remove();
    expect(Math.abs(list.lastElementChild!.getBoundingClientRect().right - right()), `${count}`).toBeLessThan(
      1,
    );
  }
});

test.for(languages)('the longest menu is in sight on a tablet held sideways (%s)', async (language) => {
  const { width, height } = devices[0];
  await page.viewport(width, height);
  await openPanel('driverMenu', language);
  await expect.element(dialog.getByRole('listitem').first()).toBeVisible();
  const list = dialog.getByRole('list').element();
  // With ratings, shifts, documents and announcements; an entry with a line is the highest.
  const highest = list.lastElementChild!;
  while (list.children.length < 9) list.append(highest.cloneNode(true));
  expect(list.lastElementChild!.getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
});

test.for(languages)('the driver reaches the company from the menu (%s)', async (language) => {
  const { driver: words } = await loadNamespace('kiosk', language);
  const company = { ...content.company, whatsappNumber: '+56987654321', phone: '' };
  const { unmount } = await openPanel('driverMenu', language, { ...content, company });
  const links = dialog.getByRole('region', { name: words.help }).getByRole('link');
  await expect.element(links.first()).toHaveAttribute('href', 'tel:+56987654321');
  await expect.element(links.last()).toHaveAttribute('href', expect.stringContaining('wa.me/56987654321'));
  await expectReadableEverywhere();
  await unmount();
  await openPanel('driverMenu', language, { ...content, company: { ...company, whatsappNumber: '' } });
  await expect.element(dialog.getByText(words.intro)).toBeVisible();
  expect(dialog.getByRole('region', { name: words.help }).elements()).toEqual([]);
});
