import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { numbers } from '../i18n/es/numbers.ts';
import { languages } from '../../shared/languages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { driver as labels } from '../i18n/es/driver.ts';
import { errors } from '../i18n/es/errors.ts';
import { login as spanish } from '../i18n/es/login.ts';
import type { Language } from '../i18n/languages.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFitsEverywhere,
  expectNoSidewaysScroll,
} from '../testing/looks.ts';
import { renderIn } from '../testing/render.tsx';
import LoginScreen from './LoginScreen.tsx';

async function openEntrance(language: Language = 'es') {
  const screen = (
    <SessionProvider>
      <LoginScreen />
    </SessionProvider>
  );
  await renderIn(language, screen, ['account', 'passkeys']);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

/** A picture of one colour. */
async function photo(side = 400): Promise<File> {
  const canvas = new OffscreenCanvas(side, side);
  canvas.getContext('2d')!.fillRect(0, 0, side, side);
  return new File([await canvas.convertToBlob()], 'yo.png', { type: 'image/png' });
}

const pick = (file: File) => userEvent.upload(document.querySelector('input[type=file]')!, file);
const pickPhoto = async () => pick(await photo());

async function openRegistration(): Promise<void> {
  await openEntrance();
  await button(spanish.toRegister).click();
  await expect.element(heading(spanish.registerTitle)).toBeVisible();
}

async function fillRegistration(phone: string): Promise<void> {
  await page.getByLabelText(labels.form.name).fill('María José Muñoz');
  await page.getByLabelText(labels.form.phone).fill(phone);
  await page.getByLabelText(labels.form.licensePlate).fill('BBCD12');
  await page.getByLabelText(labels.form.driverCode).fill('C-104');
  await page.getByLabelText(spanish.email).fill('maria@example.com');
  await page.getByLabelText(spanish.password, { exact: true }).fill('una clave muy larga');
}

test.for(languages)(
  'sign-in, forgotten password and registration fit every screen (%s)',
  async (language) => {
    const { login } = await loadMessages(language);
    const { forgot } = await loadNamespace('account', language);
    await openEntrance(language);
    await expect.element(heading(login.signInTitle)).toBeVisible();
    // A button reaches into the margin on purpose: only the page as a whole is measured.
    await expectFitsEverywhere(expectNoSidewaysScroll);
    await button(login.forgot).click();
    await expect.element(heading(forgot.title)).toBeVisible();
    // Without a mail server the company is the other way.
    await expect.element(page.getByText(forgot.introStored)).toBeVisible();
    await expectFitsEverywhere();
    await button(forgot.back).click();
    await button(login.toRegister).click();
    await expect.element(heading(login.registerTitle)).toBeVisible();
    await button(login.register).click();
    await expect.element(page.getByLabelText(login.email)).toHaveAttribute('aria-invalid', 'true');
    await expectFitsEverywhere();
  },
);

/** Opens an address on a passenger's phone in this language; the app speaks Spanish. */
async function openOnPhone(path: string, phone: string) {
  const spoken = vi.spyOn(navigator, 'languages', 'get').mockReturnValue([phone]);
  const before = window.location.href;
  history.replaceState(null, '', path);
  onTestFinished(() => {
    spoken.mockRestore();
    history.replaceState(null, '', before);
  });
  await openEntrance();
}

test.for([
  ['/gibt-es-nicht', 'de-AT', 'de'],
  ['/verify', 'fr', 'fr'],
  ['/ayuda/12', 'pt-BR', 'pt'],
  ['/rate/', 'ja', 'es'],
] as const)(
  'the unknown address %s says so in the language of a phone in %s, and leads on',
  async (opened) => {
    const [path, phone, language] = opened;
    const { passenger: t } = await loadNamespace('publicPages', language);
    await openOnPhone(path, phone);
    await expect.element(heading(t.unknown)).toBeVisible();
    for (const [name, label] of [
      ['guide', t.guide],
      ['book', t.book],
      ['help', t.help],
    ] as const)
      await expect
        .element(page.getByRole('link', { name: label, exact: true }))
        .toHaveAttribute('href', `/${name}?lang=${language}`);
    await expect.element(page.getByRole('link', { name: spanish.signIn })).toHaveAttribute('href', '/login');
    expect(button(spanish.signIn).elements()).toEqual([]);
    await expectFitsEverywhere();
    await expectAccessibleInBothThemes();
  },
);

test('the sign-in screen stays, with one line for a passenger in the phone’s language', async () => {
  const { passenger: t } = await loadNamespace('publicPages', 'de');
  await openOnPhone('/login', 'de');
  await expect.element(button(spanish.signIn)).toBeVisible();
  await expect.element(page.getByText(t.question)).toBeVisible();
  await expect.element(page.getByRole('link', { name: t.help })).toHaveAttribute('href', '/help?lang=de');
  await expectFitsEverywhere(expectNoSidewaysScroll);
});

test.for(['/login.', '/LOGIN/', '/login&utm_source=x', '/'])('%s is the sign-in', async (path) => {
  await openOnPhone(path, 'es');
  await expect.element(button(spanish.signIn)).toBeVisible();
});

test('sign-in, forgotten password and registration are accessible in both themes', async () => {
  const { forgot } = await loadNamespace('account', 'es');
  await openEntrance();
  await expect.element(heading(spanish.signInTitle)).toBeVisible();
  await expectAccessibleInBothThemes();
  await button(spanish.forgot).click();
  await expect.element(heading(forgot.title)).toBeVisible();
  await expectAccessibleInBothThemes();
  await button(forgot.back).click();
  await button(spanish.toRegister).click();
  await expect.element(heading(spanish.registerTitle)).toBeVisible();
  await button(spanish.register).click();
  await expect.element(page.getByText(errors.field.required).first()).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('what was typed as address goes along to the forgotten password, and back', async () => {
  const { forgot } = await loadNamespace('account', 'es');
  await openEntrance();
  await page.getByLabelText(spanish.email).fill('nadie@example.com');
  await button(spanish.forgot).click();
  await expect.element(heading(forgot.title)).toBeVisible();
  await expect.element(page.getByLabelText(spanish.email)).toHaveValue('nadie@example.com');
  await button(forgot.back).click();
  await expect.element(heading(spanish.signInTitle)).toBeVisible();
  await expect.element(page.getByLabelText(spanish.email)).toHaveValue('nadie@example.com');
});

test('without a photo, or with fields missing or wrong, the registration says what to do', async () => {
  await openRegistration();
  await button(spanish.register).click();
  await expect.element(page.getByText(errors.field.required).first()).toBeVisible();
  await expect.element(page.getByLabelText(labels.form.name)).toHaveFocus();
  await fillRegistration('+56912345678');
  await button(spanish.register).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(errors.code.photo_required);

  await page.getByLabelText(labels.form.phone).fill('12345');
  await page.getByLabelText(spanish.email).fill('no es un correo');
  await pickPhoto();
  await expect.element(page.getByAltText(spanish.photoPreview)).toBeVisible();
  await button(spanish.register).click();
  await expect.element(page.getByText(errors.field.phone)).toBeVisible();
  await expect.element(page.getByText(errors.field.email)).toBeVisible();
  await expectAccessible();
});

/** Answers whether the company has vehicles. */
function serveVehicles(answer: () => Promise<Response>) {
  const served = vi
    .spyOn(window, 'fetch')
    .mockImplementation((input) =>
      String(input instanceof Request ? input.url : input).endsWith('company_has_vehicles')
        ? answer()
        : Promise.resolve(Response.json([])),
    );
  onTestFinished(() => served.mockRestore());
}

test('the registration says who gives the code, and asks for no plate where the company has vehicles', async () => {
  const { registration } = await loadNamespace('account', 'es');
  serveVehicles(() => Promise.resolve(Response.json(true)));
  await openRegistration();
  await expect.element(page.getByText(registration.codeHint)).toBeVisible();
  await expect.element(page.getByLabelText(labels.form.licensePlate)).not.toBeInTheDocument();
  await button(spanish.register).click();
  await expect.element(page.getByText(errors.field.required).first()).toBeVisible();
  await expectFitsEverywhere();
});

test.for([
  ['the company has no vehicles', () => Promise.resolve(Response.json(false))],
  ['nobody knows', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('the registration requires the plate where %s', async ([, answer]) => {
  serveVehicles(answer);
  await openRegistration();
  await expect.element(page.getByLabelText(labels.form.licensePlate)).toBeVisible();
  await page.getByLabelText(labels.form.licensePlate).fill('B');
  await button(spanish.register).click();
  await expect.element(page.getByText(errors.field.plate)).toBeVisible();
});

test('a photo that cannot be used is refused at the choice, in words, and leaves the one before', async () => {
  await openRegistration();
  await expect.element(page.getByText(spanish.photoRequired)).toBeVisible();
  const message = page.getByRole('alert');
  await pick(await photo(60));
  await expect.element(message).toHaveTextContent(spanish.photoProblems.small);
  await expect.element(page.getByAltText(spanish.photoPreview)).not.toBeInTheDocument();
  await pickPhoto();
  await expect.element(page.getByAltText(spanish.photoPreview)).toBeVisible();
  await expect.element(message).not.toBeInTheDocument();
  for (const [name, type] of [
    ['IMG_0001.HEIC', 'image/heic'],
    ['IMG_0002.HEIC', ''],
    ['cut.jpg', 'image/jpeg'],
    ['contract.pdf', 'application/pdf'],
  ] as const) {
    await pick(new File(['ftypheic, or anything else'], name, { type }));
    await expect.element(message).toHaveTextContent(spanish.photoProblems.unreadable);
    await expect.element(page.getByAltText(spanish.photoPreview)).toBeVisible();
  }
  await expectAccessible();
});

test.for([
  ['9 1234 5678', numbers.phone.understood('+56 9 1234 5678')],
  ['+56 09 8765 4321', numbers.phone.understood('+56 9 8765 4321')],
  ['(56) 9-8765-4321', numbers.phone.understood('+56 9 8765 4321')],
  ['98765432', numbers.phone.doubts.short],
  ['+98 7654321', numbers.phone.doubts.country],
])('the registration says how it understood the phone %s', async ([typed, said]) => {
  await openRegistration();
  await expect.element(page.getByText(labels.hint.phone)).toBeVisible();
  await fillRegistration(typed!);
  await expect.element(page.getByText(said!, { exact: false })).toBeVisible();
  await expect.element(page.getByText(numbers.plate.understood('BB·CD·12'))).toBeVisible();
  await expectAccessible();
});

test('changing between sign-in and registration clears errors and the photo, not what was typed', async () => {
  await openRegistration();
  await fillRegistration('1');
  await pickPhoto();
  await button(spanish.register).click();
  await expect.element(page.getByText(errors.field.phone)).toBeVisible();
  await button(spanish.toSignIn).click();
  await expect.element(heading(spanish.signInTitle)).toBeVisible();
  await expect.element(page.getByText(errors.field.phone)).not.toBeInTheDocument();
  await button(spanish.toRegister).click();
  await expect.element(page.getByLabelText(labels.form.name)).toHaveValue('María José Muñoz');
  await expect.element(page.getByAltText(spanish.photoPreview)).not.toBeInTheDocument();
  await expect.element(page.getByText(errors.field.phone)).not.toBeInTheDocument();
});

test('the privacy policy has all its sections and closes with Escape', async () => {
  await openEntrance();
  await button(spanish.privacy).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('27 de marzo de 2025', { exact: false })).toBeVisible();
  expect(dialog.getByRole('heading', { level: 3 }).elements()).toHaveLength(12);
  await expectAccessibleInBothThemes();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test.for(languages.filter((language) => language !== 'es'))(
  'the privacy policy says that its text is in Spanish (%s)',
  async (language) => {
    const { login } = await loadMessages(language);
    await loadNamespace('policy', language);
    await openEntrance(language);
    await button(login.privacy).click();
    await expect.element(page.getByRole('dialog').getByText(login.privacyInSpanish)).toBeVisible();
  },
);
