import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hasPin, setPin } from '../account/pin/pin.ts';
import { PinSettings } from '../account/pin/PinSettings.tsx';
import { getEnvironment, sessionStorageKey } from '../data/environment.ts';
import { forgetEverything } from '../data/personal.ts';
import { markSignInSeen } from '../session/seenSignIn.ts';
import { account } from '../i18n/es/account.ts';
import { shift as t } from '../i18n/es/fleet/shift.ts';
import { kiosk } from '../i18n/es/kiosk.ts';
import { user } from '../testing/accounts.ts';
import { expectReadableEverywhere } from '../testing/backSeat.ts';
import { expectAccessibleInBothThemes } from '../testing/looks.ts';
import { driver, openPanel } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import { beginDay } from './shifts.ts';

const own = { id: 'car', license_plate: 'AABB11', class: 'turismo', brand_model: null, colour: null };
const signedInAt = '2026-11-29T12:00:00Z';

/** The addresses that were asked. */
let asked: string[];

beforeEach(() => {
  Object.assign(getEnvironment(), { requireDriverPin: true });
  localStorage.clear();
  const session = {
    user: { ...user, last_sign_in_at: signedInAt },
    access_token: 'token',
    refresh_token: 'token',
    expires_at: Date.UTC(2100) / 1000,
  };
  localStorage.setItem(sessionStorageKey(), JSON.stringify(session));
  asked = [];
  const network = vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const address = input instanceof Request ? input.url : String(input);
    asked.push(address);
    if (address.includes('v1/vehicle_drivers')) return Promise.resolve(Response.json([{ vehicles: own }]));
    return Promise.resolve(Response.json(address.includes('v1/user_drivers') ? [{ drivers: driver }] : []));
  });
  onTestFinished(() => network.mockRestore());
});
afterEach(() => forgetEverything());

const pad = page.getByRole('textbox', { name: kiosk.pin.label, exact: true });

async function choose(pin: string): Promise<void> {
  for (const title of [kiosk.pin.choose, kiosk.pin.repeat]) {
    await expect.element(page.getByText(title)).toBeVisible();
    await pad.fill(pin);
    await userEvent.keyboard('{Enter}');
  }
}

test('M9 where the company requires a PIN, a driver who has just signed in chooses one before a vehicle', async () => {
  await openPanel('shift', 'es');
  await expect.element(page.getByText(t.pinNeeded)).toBeVisible();
  await expectReadableEverywhere();
  await expectAccessibleInBothThemes();
  expect(page.getByText(t.intro).elements()).toEqual([]);
  await choose('25807');
  await expect.element(page.getByText(t.intro)).toBeVisible();
  expect(hasPin(user.id)).toBe(true);
});

test('M9 later, with a passenger at the screen, the password comes before the PIN', async () => {
  markSignInSeen(signedInAt);
  await openPanel('shift', 'es');
  await expect.element(page.getByLabelText(account.currentPassword, { exact: true })).toBeVisible();
  expect(pad.elements()).toEqual([]);
});

test('M9 the one assigned vehicle is not taken before there is a PIN, and then without a question', async () => {
  const begin = () => new Promise((resolve) => beginDay(driver.id, resolve));
  expect(await begin()).toBe('ask');
  expect(asked.filter((address) => address.includes('start_shift'))).toEqual([]);
  await setPin(user.id, '25807');
  expect(await begin()).toBe('begun');
});

test('M9 a required PIN can be changed, not removed', async () => {
  await setPin(user.id, '25807');
  await renderIn('es', <PinSettings userId={user.id} />, ['kiosk']);
  await expect.element(page.getByText(kiosk.pin.change)).toBeVisible();
  expect(page.getByText(kiosk.pin.remove).elements()).toEqual([]);
});
