import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ReactNode } from 'react';
import { sectionIds } from '../admin/registry/sections.ts';
import type { PublicCase, RightsPage } from '../data/tickets/ticketPages.ts';
import HomeScreen from '../home/HomeScreen.tsx';
import { panelIds } from '../home/panels.ts';
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
import { driver, openPanel } from '../testing/panels.tsx';
import { openSection } from '../testing/panelLists.tsx';
import { reviewSummary } from '../testing/reviewSummary.ts';
import { releaseOf, content } from '../testing/sampleContent.ts';
import { passengersTrip } from '../testing/exampleTrip.ts';
import { renderIn, renderPublicIn } from '../testing/render.tsx';
import { skipTime } from '../testing/skipTime.ts';
import { playTranslated, translatePage } from '../testing/translate.ts';
import { ownNamespaces } from './beginPage.ts';
import BookScreen from './booking/BookScreen.tsx';
import CaseScreen from './CaseScreen.tsx';
import GuideScreen from './GuideScreen.tsx';
import HelpScreen from './HelpScreen.tsx';
import { PageFrame } from './PageFrame.tsx';
import type { PublicPage } from './pages.ts';
import RateScreen from './rate/RateScreen.tsx';
import ReceiptScreen from './ReceiptScreen.tsx';
import RightsRequestScreen from './rights/RightsRequestScreen.tsx';
import RightsScreen from './rights/RightsScreen.tsx';
import TripScreen from './trip/TripScreen.tsx';
import VerifyScreen from './VerifyScreen.tsx';

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
    history.replaceState(null, '', '/');
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
  await skipTime(4_000, async () => {
    await button(rate.stars(2)).click();
    await expect.element(button(rate.undo)).toBeVisible();
  });
  await expect.element(page.getByRole('heading', { name: rate.thanks })).toBeVisible();
  await button(reasons.words.route).click();
  await button(reasons.done).click();
  await expect.element(page.getByText(reasons.taken)).toBeVisible();
});

const driverAtDoor = { first_name: 'Ana', license_plate: 'BBCD12', photo_url: null };
const messages = [
  { id: '1', from_company: true, body: 'Lo encontramos.', created_at: '2026-11-24T13:30:00Z' },
];
const casePage: PublicCase = {
  number: '482195',
  kind: 'lost',
  state: 'answered',
  created_at: '2026-11-24T12:30:00Z',
  due_on: '2026-12-01',
  messages,
  has_photo: true,
};
const rightsRequest: RightsPage = {
  number: '482195',
  kind: 'erasure',
  outcome: null,
  received_on: '2026-11-24',
  due_on: '2027-01-23',
  extension_reason: null,
  confirmed: false,
  may_confirm: true,
  messages,
};
const linked = { ...driverAtDoor, state: 'open' } as const;
const verified = { ...driverAtDoor, authorised_on: '2026-11-21', brand_model: 'Kia K5', colour: 'Gris' };

/** Every page for a passenger's own phone. */
const publicScreens: Readonly<Record<PublicPage['name'], () => ReactNode>> = {
  verify: () => <VerifyScreen code="DEMADRVR0001" asked={Promise.resolve(verified)} />,
  rate: () => <RateScreen token="token" asked={Promise.resolve(linked)} />,
  guide: () => <GuideScreen release={Promise.resolve(releaseOf(content))} />,
  book: () => <BookScreen />,
  help: () => <HelpScreen code="DEMADRVR0001" />,
  ticket: () => <CaseScreen secret="secret" asked={Promise.resolve(casePage)} />,
  receipt: () => <ReceiptScreen secret="secret" asked={Promise.resolve(null)} />,
  trip: () => <TripScreen secret="secret" asked={Promise.resolve(passengersTrip)} />,
  rights: () => <RightsScreen />,
  rightsRequest: () => <RightsRequestScreen secret="secret" asked={Promise.resolve(rightsRequest)} />,
};

test.for(Object.entries(publicScreens))('the translated page %s can be played', async ([name, screen]) => {
  serve({});
  const namespaces = ['publicPages', ...ownNamespaces[name as PublicPage['name']]] as const;
  await renderIn('es', <PageFrame andes>{screen()}</PageFrame>, namespaces);
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await playTranslated();
});

test('the translated sign-in screen can be played', async () => {
  serve({});
  await openEntrance();
  await playTranslated();
});

test('the translated home screen can be played', async () => {
  serve({});
  const screen = (
    <SessionProvider>
      <HomeScreen driver={driver} />
    </SessionProvider>
  );
  await renderIn('es', screen);
  await expect.element(page.getByRole('heading', { name: home.whatsappTitle })).toBeVisible();
  await playTranslated();
});

test.for(panelIds)('the translated panel %s can be played', async (panel) => {
  // The other parts that load take an empty response for their rows.
  serve({ own_review_summary: () => Response.json(reviewSummary) });
  await openPanel(panel, 'es');
  await playTranslated();
  await expect.element(page.getByText(home.panelFailed)).not.toBeInTheDocument();
});

test.for(sectionIds)('the translated section %s can be played', { timeout: 90_000 }, async (section) => {
  // No section takes an empty response for its rows.
  serve({ '': () => Response.json({ code: 'unavailable', message: '' }, { status: 503 }) });
  await page.viewport(1280, 800);
  await openSection(section, { sign: 'main button' });
  await playTranslated('main', 40);
});

test('a translated list turns its rows into cards and back', async () => {
  serve({});
  await openSection('vehicles');
  translatePage();
  await page.viewport(1280, 800);
  await page.viewport(400, 800);
  await page.viewport(1280, 800);
  expect(document.querySelectorAll('main tbody tr').length).toBeGreaterThan(1);
});
