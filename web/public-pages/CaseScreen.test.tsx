import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import type { PublicCase } from '../data/tickets/ticketPages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import type { Language } from '../i18n/languages.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { renderPublicIn } from '../testing/render.tsx';
import { PageFrame } from './PageFrame.tsx';
import CaseScreen from './CaseScreen.tsx';

const ticket: PublicCase = {
  number: '482195',
  kind: 'lost',
  state: 'answered',
  created_at: '2026-11-24T12:30:00Z',
  due_on: '2026-12-01',
  has_photo: true,
  messages: [
    { id: '0', from_company: false, body: 'Mein Handy', created_at: '2026-11-24T12:30:00Z' },
    { id: '1', from_company: true, body: '<b>Gefunden</b>', created_at: '2026-11-24T13:30:00Z' },
    { id: '2', from_company: false, body: 'Danke!', created_at: '2026-11-24T14:30:00Z' },
  ],
};

const open = (language: Language, shown: PublicCase | null) =>
  renderPublicIn(
    language,
    <PageFrame andes>
      <CaseScreen secret="secret" asked={Promise.resolve(shown)} />
    </PageFrame>,
    ['publicPages', 'help'],
  );

test.for(languages)('the page of a case shows number, state and replies as text (%s)', async (language) => {
  const { ticket: t } = await loadNamespace('help', language);
  await open(language, ticket);
  await expect.element(page.getByRole('heading', { name: t.title('482195') })).toBeVisible();
  await expect.element(page.getByText(t.states.answered)).toBeVisible();
  await expect.element(page.getByText('Mein Handy')).toBeVisible();
  await expect.element(page.getByText(t.photoSent)).toBeVisible();
  await expect.element(page.getByText('<b>Gefunden</b>')).toBeVisible();
  await expect.element(page.getByText('Danke!')).toBeVisible();
  await expectFitsEverywhere();
});

/** A network that loses the first response to a message. @returns the ids of the messages */
function loseFirstResponse(): unknown[] {
  const ids: unknown[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    if (!String(input).endsWith('reply_to_case')) return Promise.resolve(Response.json([ticket]));
    ids.push((JSON.parse(String(init?.body)) as { id: string }).id);
    return ids.length === 1
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(null, { status: 204 }));
  });
  onTestFinished(() => spy.mockRestore());
  return ids;
}

test('a message that got no response is sent again with the same id; the next one has its own', async () => {
  const ids = loseFirstResponse();
  const { ticket: t } = await loadNamespace('help', 'de');
  await open('de', ticket);
  const field = page.getByRole('textbox', { name: t.write });
  await field.fill('Wann?');
  const send = page.getByRole('button', { name: t.send });
  await send.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await send.click();
  await expect.element(field).toHaveValue('');
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  await field.fill('Wann?');
  await send.click();
  await expect.element(field).toHaveValue('');
  expect(ids[2]).not.toBe(ids[0]);
});

test('a message that is corrected after a lost response is a message of its own', async () => {
  const ids = loseFirstResponse();
  await open('es', ticket);
  const { ticket: t } = await loadNamespace('help', 'es');
  const field = page.getByRole('textbox', { name: t.write });
  await field.fill('Es rojo.');
  await page.getByRole('button', { name: t.send }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await field.fill('Es azul.');
  await page.getByRole('button', { name: t.send }).click();
  await expect.element(field).toHaveValue('');
  expect(ids[1]).not.toBe(ids[0]);
});

test('a passenger who comes back without a signal keeps the page and the message they were writing', async () => {
  let isOnline = false;
  const spy = vi
    .spyOn(window, 'fetch')
    .mockImplementation(() =>
      isOnline
        ? Promise.resolve(Response.json([{ ...ticket, state: 'closed' }]))
        : Promise.reject(new TypeError('Failed to fetch')),
    );
  onTestFinished(() => spy.mockRestore());
  await open('es', ticket);
  const { ticket: t } = await loadNamespace('help', 'es');
  const field = page.getByRole('textbox', { name: t.write });
  await field.fill('¿Puedo pasar mañana?');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByText('Danke!')).toBeVisible();
  await expectFitsEverywhere();
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText(t.states.closed)).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  await expect.element(field).toHaveValue('¿Puedo pasar mañana?');
});

test('an unknown address says so and leads to the company', async () => {
  const { ticket: t } = await loadNamespace('help', 'es');
  await open('es', null);
  await expect.element(page.getByText(t.unknownTitle)).toBeVisible();
  await expectFitsEverywhere();
});

test('the page of a case is accessible in both themes', async () => {
  await open('es', { ...ticket, state: 'new' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleInBothThemes();
});
