import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { Announcement, AnnouncementReader } from '../../data/announcements/announcementRecords.ts';
import { announcements as spanish } from '../../i18n/es/fleet/announcements.ts';
import { errors } from '../../i18n/es/errors.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { Addressed, renderPanel } from '../../testing/administration.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { announcementRows, openSection } from '../../testing/panelLists.tsx';
import AnnouncementsSection from './AnnouncementsSection.tsx';

const noFilter = { search: '', state: '' };
const row: Announcement = { ...announcementRows[0]!, id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b11' };
const rows = [row, ...announcementRows.slice(1, 5)];
const reader: AnnouncementReader = {
  id: 'elena',
  name: 'Elena Pérez Muñoz',
  driver_code: 'C-102',
  license_plate: 'BBCD12',
  contact: '+56987654321',
  read_at: null,
};
const readers = [reader, { ...reader, id: 'diego', name: 'Diego Soto', read_at: '2026-11-24T13:00:00Z' }];

/**
 * Answers the panel's requests until the test ends, and notes its calls of functions besides lists.
 * @param lost how many of those calls get no response
 */
function backend(lost = 0) {
  const calls: { readonly name: string; readonly body: unknown }[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const [, name = ''] = /rpc\/(\w+)/.exec(url) ?? [];
    if (name === 'list_announcement_readers') return Promise.resolve(Response.json(readers));
    if (name === 'list_announcements_by') return Promise.resolve(Response.json(rows));
    if (url.includes('/vehicles'))
      return Promise.resolve(Response.json(url.includes('ZZZZ99') ? [] : [{ id: url.slice(-6) }]));
    calls.push({ name, body: JSON.parse(String(init?.body)) as unknown });
    if (calls.length <= lost) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  onTestFinished(() => spy.mockRestore());
  return calls;
}

async function open(language: StaffLanguage = 'es', shown: readonly Announcement[] = rows) {
  history.replaceState(null, '', '?section=announcements');
  await loadNamespace('announcements', language);
  const node = <Addressed id="announcements" of={AnnouncementsSection} />;
  await renderPanel(language, node, ['announcements', noFilter, shown]);
}

const openFirst = () => page.getByRole('link', { name: row.body! }).first().click();
const opened = page.getByRole('article', { name: spanish.announcement });
const startWriting = (t = spanish) => page.getByRole('button', { name: t.write }).click();

test.for(staffLanguages)(
  'the announcements fit every screen, opened and new ones too (%s)',
  async (language) => {
    backend();
    const t = await loadNamespace('announcements', language);
    await open(language);
    await expect.element(page.getByText(t.readBy('18', '22')).first()).toBeVisible();
    await expectFitsEverywhere();
    await openFirst();
    await expect.element(page.getByText(t.haveRead('18', '22'))).toBeVisible();
    await expect
      .element(page.getByRole('list', { name: t.notYet }).getByText('Elena Pérez Muñoz'))
      .toBeVisible();
    await expectFitsEverywhere();
    history.back();
    await startWriting(t);
    await page.getByRole('radio', { name: t.audiences.vehicles }).click();
    await expectFitsEverywhere();
  },
);

test('an announcement for vehicles is written once, with the language and the last day', async () => {
  const calls = backend();
  await open();
  await startWriting();
  const send = page.getByRole('button', { name: spanish.send });
  await send.click();
  const text = page.getByRole('textbox', { name: spanish.text });
  await expect.element(text).toHaveFocus();
  await expect.element(text).toHaveAccessibleDescription(new RegExp(errors.field.required));
  await text.fill('Reunión el viernes a las 9.');
  await page.getByRole('radio', { name: spanish.audiences.vehicles }).click();
  await send.click();
  const plates = page.getByRole('textbox', { name: spanish.plates });
  await expect.element(plates).toHaveAccessibleDescription(new RegExp(errors.field.required));
  await plates.fill('bb·bb·12, ZZZZ99');
  await send.click();
  await expect.element(page.getByText(spanish.noVehicle)).toBeVisible();
  await plates.fill('bb·bb·12, BBCD12');
  await send.click();
  await expect
    .poll(() => calls)
    .toMatchObject([
      {
        name: 'write_announcement',
        body: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          body: 'Reunión el viernes a las 9.',
          language: 'es',
          valid_until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          vehicles: ['BBBB12', 'BBCD12'],
        },
      },
    ]);
});

test('after a lost response the same announcement has the same id, a corrected one another', async () => {
  const calls = backend(2);
  await open();
  await startWriting();
  const text = page.getByRole('textbox', { name: spanish.text });
  const send = page.getByRole('button', { name: spanish.send });
  const alert = page.getByRole('dialog').getByRole('alert');
  await text.fill('Reunión el viernes a las 9.');
  await send.click();
  await expect.element(alert).toBeVisible();
  await send.click();
  await expect.poll(() => calls).toHaveLength(2);
  await expect.element(alert).toBeVisible();
  await text.fill('Reunión el viernes a las 10.');
  await send.click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const [first, repeated, corrected] = calls.map(({ body }) => (body as { readonly id: string }).id);
  expect(repeated).toBe(first);
  expect(corrected).not.toBe(first);
});

test('withdrawing asks first, and so does deleting', async () => {
  const calls = backend();
  await open();
  await openFirst();
  await page.getByRole('button', { name: spanish.withdraw.action }).click();
  expect(calls).toEqual([]);
  const withdrawal = page.getByRole('dialog', { name: spanish.withdraw.title });
  await withdrawal.getByRole('button', { name: spanish.withdraw.action }).click();
  await expect.poll(() => calls.map(({ name }) => name)).toEqual(['withdraw_announcement']);
});

test('the office withdraws, and only administrators delete', async () => {
  backend();
  for (const [role, count] of [
    ['office', 0],
    ['admin', 1],
  ] as const) {
    const { unmount } = await openSection('announcements', { role, record: row.id });
    await expect.element(opened.getByRole('button', { name: spanish.withdraw.action })).toBeVisible();
    expect(opened.getByRole('button', { name: spanish.delete.action }).elements()).toHaveLength(count);
    await unmount();
  }
});

test('a driver who has not read it is reminded by WhatsApp', async () => {
  backend();
  await open();
  await openFirst();
  const chat = page.getByRole('link', { name: new RegExp(spanish.remind) });
  await expect.element(chat).toBeVisible();
  expect(chat.elements()).toHaveLength(1);
  const text = encodeURIComponent(spanish.reminder(row.body!));
  await expect.element(chat).toHaveAttribute('href', `https://wa.me/56987654321?text=${text}`);
});

test('a company without announcements reads what they are for', async () => {
  backend();
  await open('es', []);
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
});

test('an opened announcement and a new one are accessible in both themes', async () => {
  backend();
  await open();
  await openFirst();
  await expect
    .element(page.getByRole('list', { name: spanish.already }).getByText('Diego Soto'))
    .toBeVisible();
  await expectAccessibleInBothThemes();
  history.back();
  await startWriting();
  await page.getByRole('radio', { name: spanish.audiences.drivers }).click();
  await expectAccessibleInBothThemes();
});
