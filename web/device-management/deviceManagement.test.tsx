import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import type { Language } from '../i18n/languages.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { VehicleDialog, driver } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import { deviceStatus } from './status.ts';
import Diagnosis from './Diagnosis.tsx';
import { noteErrors, notedErrors } from './errorLog.ts';
import LockScreen from './LockScreen.tsx';
import { NameSign } from './NameSign.tsx';
import SetUpScreen from './SetUpScreen.tsx';

const nothing = () => undefined;
const show = (language: Language, node: ReactNode) =>
  renderIn(language, <SessionProvider>{node}</SessionProvider>, ['ownDevice', 'account', 'kiosk']);

test.for(languages)('the diagnosis fits every screen, also without an answer (%s)', async (language) => {
  const { diagnosis: t } = await loadNamespace('ownDevice', language);
  await show(
    language,
    <VehicleDialog title={t.menu}>
      <Diagnosis driverId={driver.id} />
    </VehicleDialog>,
  );
  await expect.element(page.getByText(t.unreachable)).toBeVisible();
  await expect.element(page.getByRole('button', { name: t.send })).toBeVisible();
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
});

test.for(languages)('the lock, the name and the set-up page fit every screen (%s)', async (language) => {
  const t = await loadNamespace('ownDevice', language);
  const lock = await show(language, <LockScreen driver={driver} />);
  await expect.element(page.getByText(t.lock.title)).toBeVisible();
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
  await lock.unmount();
  const sign = await show(
    language,
    <NameSign name="Camioneta blanca 12" driver={driver} onClose={nothing} />,
  );
  await expect.element(page.getByText('Camioneta blanca 12')).toBeVisible();
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
  await sign.unmount();
  window.location.hash = 'a-token';
  await show(language, <SetUpScreen />);
  await expect.element(page.getByRole('button', { name: t.setUp.action })).toBeVisible();
  expect(window.location.hash).toBe('');
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
});

test('the name goes at a touch, and after a minute', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onClose = vi.fn();
  await show('es', <NameSign name="" driver={driver} onClose={onClose} />);
  await expect.element(page.getByText('BB·CD·12')).toBeVisible();
  vi.advanceTimersByTime(60_000);
  expect(onClose).toHaveBeenCalledTimes(1);
  await page.getByText('BB·CD·12').click();
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('without a name and a plate the sign shows the driver’s code', async () => {
  await show('es', <NameSign name="" driver={{ ...driver, license_plate: null }} onClose={nothing} />);
  await expect.element(page.getByText(driver.driver_code)).toBeVisible();
});

test('the last twenty errors of the device are kept, newest first, a repeated one once', () => {
  localStorage.clear();
  const print = vi.spyOn(console, 'error').mockImplementation(nothing);
  const stopping = new AbortController();
  onTestFinished(() => {
    stopping.abort();
    print.mockRestore();
  });
  noteErrors(stopping.signal);
  for (let count = 0; count < 25; count += 1)
    console.error('Failed', count, new TypeError('x'), { big: 'object' });
  console.error('Failed', 24, new TypeError('x'));
  const texts = notedErrors().map(({ text }) => text);
  expect(texts).toHaveLength(20);
  expect(texts[0]).toBe('Failed 24 TypeError: x');
  expect(texts[19]).toBe('Failed 5 TypeError: x');
  expect(print).toHaveBeenCalledTimes(26);
  stopping.abort();
  console.error('afterwards');
  expect(notedErrors()[0]?.text).toBe(texts[0]);
});

test('a tab behind another one does not report a dark screen, whatever the clock does', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600_000);
  onTestFinished(() => now.mockRestore());
  const ago = async () => (await deviceStatus(driver.id, 1)).painted_ago;
  expect(await ago()).toBeGreaterThan(500_000);
  localStorage.setItem('transfer.painted', String(Date.now() - 1_000));
  expect(await ago()).toBeLessThan(60_000);
  localStorage.setItem('transfer.painted', String(Date.now() + 3_600_000));
  expect(await ago()).toBeGreaterThan(500_000);
});
