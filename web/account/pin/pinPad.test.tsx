import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { account } from '../../i18n/es/account.ts';
import { errors } from '../../i18n/es/errors.ts';
import { kiosk } from '../../i18n/es/kiosk.ts';
import type { Language } from '../../i18n/languages.ts';
import { user } from '../../testing/accounts.ts';
import { expectReadableEverywhere } from '../../testing/backSeat.ts';
import { expectAccessibleInBothThemes } from '../../testing/looks.ts';
import { VehicleDialog } from '../../testing/panels.tsx';
import { renderIn } from '../../testing/render.tsx';
import { setPin } from './pin.ts';
import { PinGate } from './PinGate.tsx';
import { PinSettings } from './PinSettings.tsx';

const { pin: t } = kiosk;
const right = '25807';
const wrong = '9041';
const userId = user.id;

const pad = page.getByRole('textbox', { name: t.label, exact: true });
const key = (name: string) => page.getByRole('button', { name, exact: true });

async function enter(pin: string): Promise<void> {
  await pad.fill(pin);
  await userEvent.keyboard('{Enter}');
}

function openInVehicle(language: Language, node: ReactNode) {
  return renderIn(language, <VehicleDialog title="PIN">{node}</VehicleDialog>, ['kiosk', 'account']);
}

function openGate(onOpen: () => void = () => undefined, language: Language = 'es') {
  return openInVehicle(language, <PinGate userId={userId} email={user.email!} onOpen={onOpen} />);
}

function openSettings(language: Language = 'es') {
  return openInVehicle(language, <PinSettings userId={userId} />);
}

/** The browser refuses to hash, as some do when they run out of memory. @returns mends it */
function breakHashing(): () => void {
  const hashing = vi
    .spyOn(SubtleCrypto.prototype, 'deriveBits')
    .mockRejectedValue(new DOMException('No', 'OperationError'));
  onTestFinished(() => hashing.mockRestore());
  return () => hashing.mockRestore();
}

beforeEach(() => localStorage.clear());

test('a PIN has four to eight digits, no easy ones, twice the same', async () => {
  await openSettings();
  await pad.fill('123');
  await expect.element(key(t.confirm)).toBeDisabled();
  await pad.fill('12ab34-567890');
  await expect.element(pad).toHaveValue('12345678');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(t.guessable)).toBeVisible();
  await expectAccessibleInBothThemes();
  await enter(right);
  await expect.element(page.getByText(t.repeat)).toBeVisible();
  await enter(wrong);
  await expect.element(page.getByText(t.different)).toBeVisible();
  await enter(right);
  await enter(right);
  await expect.element(page.getByText(t.saved)).toBeVisible();
  expect(JSON.stringify(localStorage)).not.toContain(right);
});

test('the keys take digits and the last one back', async () => {
  await setPin(userId, right);
  let opened = 0;
  await openGate(() => (opened += 1));
  for (const digit of [...right, '9']) await key(digit).click();
  await key(t.erase).click();
  await expect.element(pad).toHaveValue(right);
  await key(t.confirm).click();
  await expect.poll(() => opened).toBe(1);
});

test('a wrong PIN opens nothing; five of them make the driver wait, the next one twice as long, and a reload does not help', async () => {
  await setPin(userId, right);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let opened = 0;
  const { unmount } = await openGate(() => (opened += 1));
  for (let tries = 1; tries <= 5; tries += 1) {
    await enter(wrong);
    if (tries < 5) await expect.element(page.getByText(t.wrong)).toBeVisible();
    await expect.element(pad).toHaveValue('');
  }
  await expect.element(page.getByText(t.wait('0:30'))).toBeVisible();
  await unmount();
  await openGate(() => (opened += 1));
  await expect.element(page.getByRole('alert')).toHaveTextContent(t.wait('0:30'));
  await expect.element(key('2')).toBeDisabled();
  await expectAccessibleInBothThemes();
  vi.setSystemTime(Date.now() + 30_000);
  await expect.element(key('2')).toBeEnabled();
  await enter(wrong);
  await expect.element(page.getByText(t.wait('1:00'))).toBeVisible();
  vi.setSystemTime(Date.now() + 60_000);
  await expect.element(key('2')).toBeEnabled();
  expect(opened).toBe(0);
  // The pad ignores what is entered while the wrong PIN is still hashed.
  await expect
    .poll(async () => {
      await enter(right);
      return opened;
    })
    .toBeGreaterThan(0);
});

test('who has forgotten the PIN is asked for the password', async () => {
  await setPin(userId, right);
  await openGate();
  await page.getByRole('button', { name: t.forgot }).click();
  await expect.element(page.getByLabelText(account.currentPassword, { exact: true })).toBeVisible();
});

test('a PIN that cannot be hashed shows an error and leaves the keys usable', async () => {
  await setPin(userId, right);
  let opened = 0;
  await openGate(() => (opened += 1));
  const mend = breakHashing();
  await enter(right);
  await expect.element(page.getByText(errors.general)).toBeVisible();
  mend();
  await enter(right);
  await expect.poll(() => opened).toBe(1);
});

test('a new PIN that cannot be hashed shows an error and can be chosen again', async () => {
  await openSettings();
  breakHashing();
  await enter(right);
  await expect.element(page.getByText(t.repeat)).toBeVisible();
  await enter(right);
  await expect.element(page.getByText(errors.general)).toBeVisible();
  await enter(right);
  await expect.element(page.getByText(t.repeat)).toBeVisible();
});

test.for(languages)('the keys and the settings of the PIN fit every screen (%s)', async (language) => {
  const { pin } = await loadNamespace('kiosk', language);
  const choosing = await openSettings(language);
  await expect.element(page.getByText(pin.choose)).toBeVisible();
  await expectReadableEverywhere();
  await choosing.unmount();
  await setPin(userId, right);
  const settings = await openSettings(language);
  await expect.element(page.getByText(pin.change)).toBeVisible();
  await expectReadableEverywhere();
  await settings.unmount();
  await openGate(undefined, language);
  await expect.element(page.getByText(pin.enter)).toBeVisible();
  await expectReadableEverywhere();
});
