import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { errors } from '../i18n/es/errors.ts';
import { invitation as spanish } from '../i18n/es/invitation.ts';
import type { Language } from '../i18n/languages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { renderIn } from '../testing/render.tsx';
import InviteScreen from './InviteScreen.tsx';

const invitation = {
  name: 'Maximiliano Hernández-Valenzuela de la Fuente',
  driver_code: 'C-104',
  license_plates: ['BBCD12', 'WXYZ99'],
  expires_at: '2126-12-03T12:00:00Z',
};
let count = 0;

/** Opens the page of a link, to which the backend answers with this. */
async function open(response: () => Response, language: Language = 'es') {
  const served = vi
    .spyOn(window, 'fetch')
    .mockImplementation((input) =>
      Promise.resolve(
        String(input instanceof Request ? input.url : input).includes('rpc/invitation')
          ? response()
          : Response.json([]),
      ),
    );
  onTestFinished(() => served.mockRestore());
  count += 1;
  window.location.hash = `token-${count}`;
  const screen = (
    <SessionProvider>
      <InviteScreen />
    </SessionProvider>
  );
  return renderIn(language, screen, ['account', 'invitation', 'policy']);
}

test.for(languages)('an invitation fits every screen, and shows whom it is for (%s)', async (language) => {
  const t = await loadNamespace('invitation', language);
  await open(() => Response.json([invitation]), language);
  await expect.element(page.getByText(invitation.name)).toBeVisible();
  await expect.element(page.getByText('WX·YZ·99')).toBeVisible();
  await expect.element(page.getByRole('button', { name: t.accept })).toBeVisible();
  expect(window.location.hash).toBe('');
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
});

test.each([
  ['invitation_used', 409, spanish.used],
  ['invitation_withdrawn', 410, spanish.withdrawn],
  ['invitation_expired', 404, spanish.expired],
] as const)('%s says so in plain words, without a form', async (code, status, text) => {
  await open(() => Response.json({ code, message: '' }, { status }));
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByRole('button', { name: spanish.accept })).not.toBeInTheDocument();
});

test('a server that cannot be reached is asked again', async () => {
  let fails = true;
  await open(() =>
    fails
      ? Response.json({ code: 'unavailable', message: '' }, { status: 503 })
      : Response.json([invitation]),
  );
  await expect.element(page.getByText(errors.code.unavailable)).toBeVisible();
  fails = false;
  await page.getByRole('alert').getByRole('button').click();
  await expect.element(page.getByText(invitation.name)).toBeVisible();
});
