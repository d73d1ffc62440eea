import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { policyDraft2 } from '../../shared/content/policy-2.ts';
import { policySections, type PublishedPolicy } from '../../shared/content/policy.ts';
import { languages, type Language } from '../../shared/languages.ts';
import type { SharedNamespace } from '../i18n/messages.ts';
import { account } from '../i18n/es/account.ts';
import { errors } from '../i18n/es/errors.ts';
import { factors } from '../i18n/es/factors.ts';
import { login } from '../i18n/es/login.ts';
import { passkeys } from '../i18n/es/passkeys.ts';
import { policy as words } from '../i18n/es/policy.ts';
import { waiting } from '../i18n/es/waiting.ts';
import type { Arrival } from '../session/arrival.ts';
import { forgetAnswer, storedAnswer } from '../session/consent.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { factor, user } from '../testing/accounts.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { driver } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import { playTranslated } from '../testing/translate.ts';
import ArrivalNotice from './ArrivalNotice.tsx';
import CompleteProfileScreen from './CompleteProfileScreen.tsx';
import ConsentNotice from './ConsentNotice.tsx';
import { EntranceFrame } from './EntranceFrame.tsx';
import LinkQuestion from './LinkQuestion.tsx';
import NewPasswordScreen from './NewPasswordScreen.tsx';
import PolicyScreen from './PolicyScreen.tsx';
import SecondFactorScreen from './SecondFactorScreen.tsx';
import WaitingScreen from './WaitingScreen.tsx';

const nothing = () => undefined;
const question = { email: user.email!, accept: () => Promise.resolve(), decline: nothing };
const apps = [factor('totp', factors.factorName(1)), factor('totp', factors.factorName(2))];
const key = factor('webauthn', passkeys.factorName(1));
const unapproved = { ...driver, approved: false, name: 'Maximiliano Hernández-Valenzuela de la Fuente' };

const published: PublishedPolicy = {
  company: {
    name: 'Transfer Aeropuerto',
    tagline: { es: 'Traslados al aeropuerto' },
    whatsappNumber: '+56 9 1234 5678',
    phone: '+56 2 2345 6789',
    email: 'datos-personales@transfer-aeropuerto.example.com',
    legalName: 'Transportes y Servicios Turísticos Aeropuerto Limitada',
    rut: '76.123.456-7',
    address: 'Avenida Libertador Bernardo O’Higgins 1234, oficina 56, Santiago',
    mapsUrl: '',
  },
  policy: policyDraft2.policy,
};

/** The screens that a person may meet before the home screen. */
const screens: Readonly<Record<string, ReactNode>> = {
  'the question about a link': (
    <EntranceFrame>
      <LinkQuestion question={question} />
    </EntranceFrame>
  ),
  'a new password': <NewPasswordScreen user={user} />,
  'an unfinished registration': <CompleteProfileScreen user={user} />,
  'a newer privacy policy': <PolicyScreen user={user} policy={published} />,
  'what a registration accepts': (
    <EntranceFrame>
      <ConsentNotice published={published} />
    </EntranceFrame>
  ),
  'waiting for approval': <WaitingScreen driver={unapproved} />,
  'the code of an app': <SecondFactorScreen user={{ ...user, factors: apps }} missing="code" />,
  'the fingerprint or a code': (
    <SecondFactorScreen user={{ ...user, factors: [key, ...apps] }} missing="code" />
  ),
  'the second step that has to be set up': <SecondFactorScreen user={user} missing="enrolment" />,
};

const namespaces: readonly SharedNamespace[] = ['account', 'factors', 'passkeys', 'policy', 'waiting'];

/** Shows a screen, with what it says about empty fields if it has any. */
async function show(language: Language, screen: ReactNode) {
  const shown = await renderIn(language, <SessionProvider>{screen}</SessionProvider>, namespaces);
  const submit = document.querySelector<HTMLElement>('form button[type=submit]');
  if (submit) {
    submit.click();
    await expect.poll(() => document.querySelector('[aria-invalid=true]')).not.toBeNull();
  }
  return shown;
}

test.for(languages)('every screen before the home screen fits every size (%s)', async (language) => {
  for (const screen of Object.values(screens)) {
    const { unmount } = await show(language, screen);
    await expectFitsEverywhere();
    await unmount();
  }
});

test.for(Object.keys(screens))('%s: accessible in both themes', async (name) => {
  await show('es', screens[name]);
  await expectAccessibleInBothThemes();
});

test.for(Object.keys(screens))('%s: holds on a translated page', async (name) => {
  await show('es', screens[name]);
  await playTranslated();
});

test('a registration names the version that it accepts, and shows its whole text', async () => {
  await show('es', screens['what a registration accepts']);
  await expect.element(page.getByText(words.consent(2))).toBeVisible();
  await page.getByRole('button', { name: words.read }).click();
  const dialog = page.getByRole('dialog', { name: login.privacy });
  await expect.element(dialog.getByText('1 de diciembre de 2026', { exact: false })).toBeVisible();
  const titles = policySections(published).map(({ title }) => title);
  const shown = dialog.getByRole('heading', { level: 3 }).elements();
  expect(shown.map(({ textContent }) => textContent)).toEqual(titles);
  await expectAccessibleInBothThemes();
});

test('an accepted policy is kept on the device until it is sent', async () => {
  await show('es', screens['a newer privacy policy']);
  await expect.element(page.getByText(words.changedIntro('1 de diciembre de 2026'))).toBeVisible();
  await page.getByRole('button', { name: words.accept }).click();
  expect(storedAnswer(user.id)).toBe(2);
  forgetAnswer(user.id);
});

test.for([
  ['a newer privacy policy', words.changedTitle],
  ['waiting for approval', waiting.title],
  ['an unfinished registration', login.completeTitle],
  ['a new password', account.recovery.title],
  ['the second step that has to be set up', factors.requiredTitle],
] as const)('after the sign-in the focus is on the heading: %s', async ([name, title]) => {
  await renderIn('es', <SessionProvider>{screens[name]}</SessionProvider>, namespaces);
  await expect.element(page.getByRole('heading', { name: title })).toHaveFocus();
});

test('with an app alone, the field for its code has the focus; two apps can be chosen from', async () => {
  const { unmount } = await renderIn(
    'es',
    <SessionProvider>
      <SecondFactorScreen user={{ ...user, factors: apps.slice(0, 1) }} missing="code" />
    </SessionProvider>,
    namespaces,
  );
  await expect.element(page.getByLabelText(factors.code)).toHaveFocus();
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
  await unmount();
  await show('es', screens['the code of an app']);
  await expect.element(page.getByRole('radio', { name: factors.factorName(2) })).toBeVisible();
});

const arrivals: readonly (readonly [Arrival, string])[] = [
  [{ kind: 'failure', code: 'otp_expired' }, account.link.expired],
  [{ kind: 'failure', code: 'access_denied' }, account.provider.refused],
  // A code that nobody knows: its words are not shown, for anybody can write them.
  [{ kind: 'failure', code: 'LLAME AL 555' }, errors.general],
  [{ kind: 'brokenLink' }, account.link.failed],
  [{ kind: 'otherAccount' }, account.link.otherAccount],
  [{ kind: 'halfConfirmed' }, account.link.half],
  [{ kind: 'code' }, account.link.otherDevice],
];

test('the entrance explains why a link led there', async () => {
  for (const [arrival, text] of arrivals) {
    const notice = <ArrivalNotice arrival={arrival} onForgot={nothing} />;
    const { unmount } = await renderIn('es', <SessionProvider>{notice}</SessionProvider>, namespaces);
    await expect.element(page.getByText(text)).toBeVisible();
    await expectAccessibleInBothThemes();
    await unmount();
  }
});

test.for(languages)('the explanation of a link fits every size (%s)', async (language) => {
  const notices = arrivals.map(([arrival]) => (
    <ArrivalNotice key={JSON.stringify(arrival)} arrival={arrival} onForgot={nothing} />
  ));
  await renderIn(
    language,
    <SessionProvider>
      <EntranceFrame>{notices}</EntranceFrame>
    </SessionProvider>,
    namespaces,
  );
  await expectFitsEverywhere();
});
