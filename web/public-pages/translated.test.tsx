import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ReactNode } from 'react';
import { driver as driverWords } from '../i18n/es/driver.ts';
import { help } from '../i18n/es/help.ts';
import { home } from '../i18n/es/home.ts';
import { login } from '../i18n/es/login.ts';
import { publicPages } from '../i18n/es/publicPages.ts';
import { reasons } from '../i18n/es/reasons.ts';
import { rightsPage } from '../i18n/es/rightsPage.ts';
import type { SharedNamespace } from '../i18n/messages.ts';
import LoginScreen from '../login/LoginScreen.tsx';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { openPanel } from '../testing/panels.tsx';
import { openSection } from '../testing/panelLists.tsx';
import { renderIn, renderPublicIn } from '../testing/render.tsx';
import { translatePage } from '../testing/translate.ts';
import HelpScreen from './HelpScreen.tsx';
import { PageFrame } from './PageFrame.tsx';
import RateScreen from './rate/RateScreen.tsx';
import RightsScreen from './rights/RightsScreen.tsx';

const { rate } = publicPages;
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Answers every call; a call of this path with a failure. */
function serve(answers: Readonly<Record<string, () => Response>>): void {
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const found = Object.entries(answers).find(([path]) => String(input).includes(path));
    return Promise.resolve(found?.[1]() ?? new Response(null, { status: 204 }));
  });
  onTestFinished(() => {
    spy.mockRestore();
    localStorage.clear();
    history.replaceState(null, '');
  });
}

async function openPublic(screen: ReactNode, namespaces: readonly SharedNamespace[]) {
  await renderPublicIn('es', <PageFrame andes>{screen}</PageFrame>, namespaces);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  translatePage();
}

async function openEntrance() {
  const entrance = (
    <SessionProvider>
      <LoginScreen />
    </SessionProvider>
  );
  await renderIn('es', entrance, ['account', 'passkeys', 'publicPages']);
  await expect.element(button(login.signIn)).toBeVisible();
  translatePage();
}

test('a translated sign-in says what is wrong, and signs in again', async () => {
  serve({ token: () => Response.json({ code: 'invalid_credentials' }, { status: 400 }) });
  await openEntrance();
  await button(login.signIn).click();
  await page.getByLabelText(login.email).fill('ana@example.com');
  await page.getByLabelText(login.password, { exact: true }).fill('una clave muy larga');
  for (const attempt of ['first', 'second']) {
    await button(login.signIn).click();
    await expect.element(page.getByRole('alert'), { message: attempt }).toBeVisible();
  }
});

test('a translated registration names what lacks, and reads a number', async () => {
  serve({});
  await openEntrance();
  await button(login.toRegister).click();
  await button(login.register).click();
  await page.getByLabelText(driverWords.form.phone).fill('+49 170 1234567');
  await page.getByLabelText(driverWords.form.phone).fill('9 8765 4321');
  await button(login.register).click();
  await expect.element(page.getByLabelText(driverWords.form.phone)).toHaveValue('9 8765 4321');
});

test('a translated help page takes a case', async () => {
  serve({ open_case: () => Response.json([{ number: '482195', photo: null }]) });
  await openPublic(<HelpScreen code="K7M2QX" />, ['publicPages', 'help']);
  await button(help.form.send).click();
  await expect.element(page.getByText(help.form.problems.body)).toBeVisible();
  await page.getByRole('radio', { name: help.kinds.lost, exact: true }).click();
  await page.getByRole('textbox', { name: help.form.body }).fill('Perdí mi teléfono.');
  await page.getByRole('checkbox').click();
  await button(help.form.send).click();
  await expect.element(page.getByText('482195')).toBeVisible();
  await button(help.outcome.another).click();
  await expect.element(page.getByRole('heading', { name: help.form.title })).toBeVisible();
});

test('a translated rights page takes a request', async () => {
  serve({ open_rights_request: () => Response.json('482195') });
  await openPublic(<RightsScreen />, ['publicPages', 'rightsPage']);
  await button(rightsPage.form.send).click();
  await page.getByRole('radio', { name: rightsPage.kinds.erasure }).click();
  await page.getByRole('textbox', { name: rightsPage.form.body }).fill('Borren todo.');
  await page.getByRole('textbox', { name: rightsPage.form.name }).fill('Ana');
  await page.getByRole('textbox', { name: rightsPage.form.contact }).fill('ana@example.com');
  await button(rightsPage.form.send).click();
  await expect.element(page.getByRole('heading', { name: rightsPage.outcome.title('482195') })).toBeVisible();
});

test('a translated rating is taken back, given, and explained', async () => {
  serve({});
  const driver = { state: 'open', first_name: 'Ana', license_plate: 'BBCD12', photo_url: null } as const;
  await openPublic(<RateScreen token="token" asked={Promise.resolve(driver)} />, ['publicPages', 'reasons']);
  await button(rate.stars(4)).click();
  await button(rate.undo).click();
  await button(rate.stars(2)).click();
  await expect.element(page.getByRole('heading', { name: rate.thanks })).toBeVisible();
  await button(reasons.words.route).click();
  await button(reasons.done).click();
  await expect.element(page.getByText(reasons.taken)).toBeVisible();
});

test.each(['safety', 'booking', 'routes', 'rating', 'legal'] as const)(
  'every button of the translated panel %s can be pressed',
  async (panel) => {
    serve({});
    await openPanel(panel, 'es');
    translatePage();
    for (let index = 0; index < document.querySelectorAll('.window-content button').length; index += 1)
      document.querySelectorAll<HTMLElement>('.window-content button')[index]?.click();
    await expect.element(page.getByText(home.panelFailed)).not.toBeInTheDocument();
  },
);

test('a translated list turns its rows into cards and back', async () => {
  serve({});
  await openSection('vehicles');
  translatePage();
  await page.viewport(1280, 800);
  await page.viewport(400, 800);
  await page.viewport(1280, 800);
  expect(document.querySelectorAll('main tbody tr').length).toBeGreaterThan(1);
});
