import type { PasskeyListItem } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import type { SharedNamespace } from '../i18n/messages.ts';
import { account as spanish } from '../i18n/es/account.ts';
import { errors } from '../i18n/es/errors.ts';
import { login } from '../i18n/es/login.ts';
import { passkeys as keyWords } from '../i18n/es/passkeys.ts';
import type { Language } from '../i18n/languages.ts';
import type { Arrival } from '../session/arrival.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { user } from '../testing/accounts.ts';
import { expectReadableEverywhere } from '../testing/backSeat.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere, filledButtons } from '../testing/looks.ts';
import { VehicleDialog, driver } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import ArrivalDialog from './ArrivalDialog.tsx';
import { DataSection, OtherDevices } from './AccountActs.tsx';
import { DeletionSection } from './DeletionSection.tsx';
import { EmailForm } from './EmailForm.tsx';
import { PasskeyItem } from './passkeys/PasskeyItem.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PasswordGate } from './PasswordGate.tsx';
import { PhotoSection } from './PhotoSection.tsx';

const nothing = () => undefined;
const nowhere = () => Promise.resolve();
const email = user.email!;
const password = 'una clave muy larga';
const namespaces: readonly SharedNamespace[] = ['account', 'factors', 'passkeys'];
const passkey: PasskeyListItem = {
  id: 'passkey',
  friendly_name: 'Tableta del taxi',
  created_at: '2026-03-01T12:00:00Z',
  last_used_at: '2026-11-21T12:00:00Z',
};
const changing = { ...driver, pending_photo_url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' };

/** The sections of the driver's account, without the gate before them. */
async function openAccount(language: Language = 'es') {
  return renderIn(
    language,
    <SessionProvider>
      <VehicleDialog title="Cuenta">
        <div className="flex flex-col gap-8">
          <PhotoSection user={user} driver={changing} />
          <PasswordForm email={email} currentPassword={password} />
          <EmailForm email={email} />
          <ul>
            <PasskeyItem passkey={passkey} onRenamed={nowhere} onRemoved={nowhere} />
          </ul>
          <OtherDevices />
          <DataSection userId={user.id} email={email} />
          <DeletionSection currentPassword={password} />
        </div>
      </VehicleDialog>
    </SessionProvider>,
    namespaces,
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test.for(languages)(
  'the account fits every screen, with what it says about wrong input (%s)',
  async (language) => {
    const { password: own, deletion, email: address, photo } = await loadNamespace('account', language);
    await openAccount(language);
    await expect.element(page.getByText(photo.pendingText, { exact: false })).toBeVisible();
    for (const action of [photo.action, own.action, address.action, deletion.action])
      await button(action).click();
    await expect.element(page.getByText(deletion.wrong)).toBeVisible();
    await expectReadableEverywhere();
  },
);

test('only the first section of the account has a filled button', async () => {
  await openAccount();
  await expect.element(button(spanish.photo.action)).toBeVisible();
  expect(filledButtons()).toEqual([spanish.photo.action]);
});

test('a missing photo is asked for at the photo, until one is picked', async () => {
  await openAccount();
  await button(spanish.photo.action).click();
  const missing = page.getByText(errors.code.photo_required);
  await expect.element(missing).toBeVisible();
  const field = page.getByLabelText(login.photo).first();
  await expect.element(field).toHaveFocus();
  const canvas = new OffscreenCanvas(400, 400);
  canvas.getContext('2d')!.fillRect(0, 0, 400, 400);
  const picked = new File([await canvas.convertToBlob()], 'yo.png', { type: 'image/png' });
  await userEvent.upload(field, picked);
  await expect.element(missing).not.toBeInTheDocument();
});

test('the account is accessible in both themes, with what it says about wrong input', async () => {
  await openAccount();
  await expectAccessibleInBothThemes();
  await button(spanish.photo.action).click();
  await expect.element(page.getByText(errors.code.photo_required)).toBeVisible();
  await page.getByLabelText(spanish.email.label).fill('no es un correo');
  await button(spanish.email.action).click();
  await expect.element(page.getByText(errors.field.email)).toBeVisible();
  await button(spanish.password.action).click();
  await expect.element(page.getByLabelText(spanish.password.label, { exact: true })).toHaveFocus();
  await page.getByLabelText(spanish.deletion.label).fill('borrar');
  await button(spanish.deletion.action).click();
  await expect.element(page.getByText(spanish.deletion.wrong)).toBeVisible();
  await expectAccessibleInBothThemes();
});

test.for(languages)(
  'the form that renames a passkey and the question that removes it fit (%s)',
  async (language) => {
    const t = await loadNamespace('passkeys', language);
    await openAccount(language);
    const name = passkey.friendly_name!;
    await button(t.renameOf(name)).click();
    await expect.element(page.getByLabelText(t.name)).toHaveFocus();
    await expectReadableEverywhere();
    await button(t.cancel).click();
    await button(t.removeOf(name)).click();
    await expect.element(page.getByText(t.removeQuestion(name))).toHaveFocus();
    await expectReadableEverywhere();
  },
);

test('renaming and removing a passkey are accessible in both themes', async () => {
  await openAccount();
  const name = passkey.friendly_name!;
  await button(keyWords.renameOf(name)).click();
  await expectAccessibleInBothThemes();
  await button(keyWords.cancel).click();
  await button(keyWords.removeOf(name)).click();
  await expectAccessibleInBothThemes();
});

/** The gate before the account. */
function openGate(language: Language = 'es') {
  return renderIn(
    language,
    <VehicleDialog title={spanish.currentPassword}>
      <PasswordGate email={email} onOpen={nothing} />
    </VehicleDialog>,
    namespaces,
  );
}

test.for(languages)(
  'the gate before the account fits every screen and does not show whose it is (%s)',
  async (language) => {
    const { gate } = await loadNamespace('account', language);
    await openGate(language);
    await expect.element(page.getByText(gate.intro)).toBeVisible();
    await expect.element(page.getByText(email)).not.toBeInTheDocument();
    await expectReadableEverywhere();
  },
);

test('the gate asks for the password and is accessible in both themes', async () => {
  await openGate();
  await button(spanish.gate.action).click();
  await expect.element(page.getByText(errors.field.required)).toBeVisible();
  await expectAccessibleInBothThemes();
});

const news: readonly (readonly [Arrival, string])[] = [
  [{ kind: 'halfConfirmed' }, spanish.link.half],
  [{ kind: 'failure', code: 'otp_expired' }, spanish.link.expired],
  [{ kind: 'brokenLink' }, spanish.link.failed],
  [{ kind: 'otherAccount' }, spanish.link.otherAccount],
];

test('who is signed in reads the outcome of a link in a dialog, which Escape closes', async () => {
  for (const [arrival, text] of news) {
    let closed = false;
    const dialog = <ArrivalDialog arrival={arrival} onClose={() => (closed = true)} />;
    const { unmount } = await renderIn('es', <SessionProvider>{dialog}</SessionProvider>, namespaces);
    await expect.element(page.getByRole('dialog').getByText(text)).toBeVisible();
    await expectFitsEverywhere();
    await expectAccessibleInBothThemes();
    await userEvent.keyboard('{Escape}');
    expect(closed).toBe(true);
    await unmount();
  }
});
