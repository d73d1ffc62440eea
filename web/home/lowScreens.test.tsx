import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';
import { languages, type Language } from '../../shared/languages.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { expectNoSidewaysScroll, expectNothingCutOff, expectQr, lowScreens } from '../testing/looks.ts';
import { driver } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import HomeScreen from './HomeScreen.tsx';

async function openHome(language: Language, changes: Partial<DriverAtWheel> = {}) {
  const { home } = await loadMessages(language);
  const rendered = await renderIn(
    language,
    <SessionProvider>
      <HomeScreen driver={{ ...driver, ...changes }} />
    </SessionProvider>,
  );
  await expect.element(page.getByText(home.bookTrip)).toBeVisible();
  return { home, ...rendered };
}

const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();

test.for(languages)(
  'a low screen has room below its header and the rating in sight (%s)',
  async (language) => {
    const drivers = [
      driver,
      { ...driver, name: 'Jean-Baptiste Louis' },
      { ...driver, name: 'Maximiliano Hernández-Valenzuela de la Fuente', approved_at: null },
    ];
    for (const each of drivers) {
      const { home, unmount } = await openHome(language, each);
      for (const { width, height } of lowScreens) {
        await page.viewport(width, height);
        const where = `${each.name} at ${width}×${height}`;
        const header = boxOf('.home-header');
        if (height > 480) expect(header.height / height, where).toBeLessThanOrEqual(0.2);
        else expect(getComputedStyle(document.querySelector('.home-header')!).position).toBe('relative');
        const rating = page.getByRole('button', { name: home.rateTrip }).element().getBoundingClientRect();
        expect(rating.bottom, where).toBeLessThanOrEqual(height);
        expectNothingCutOff(where);
      }
      await unmount();
    }
  },
);

test.for(languages)(
  'help is one press away, with numbers, plate, script and a code (%s)',
  async (language) => {
    const { home } = await openHome(language);
    const { onPhone, readAloud } = await loadNamespace('emergency', language);
    await page.getByRole('button', { name: `${home.emergency}: 131, 132, 133` }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(readAloud)).toBeVisible();
    for (const number of ['131', '132', '133'])
      await expect
        .element(dialog.getByRole('link', { name: number, exact: false }))
        .toHaveAttribute('href', `tel:${number}`);
    await expect.element(dialog.getByText('BB·CD·12', { exact: true })).toBeVisible();
    const address = `${window.location.origin}/verify/${driver.verification_code}`;
    await expectQr(dialog.getByRole('img', { name: onPhone.qr }), address);
  },
);

test.for([150, 200])('name and plate are whole with text of %d % at 320 px', async (percent) => {
  document.documentElement.style.fontSize = `${percent}%`;
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
  await page.viewport(320, 640);
  for (const language of languages) {
    const { unmount } = await openHome(language);
    expectNoSidewaysScroll(language);
    const plate = document.querySelector('.home-driver .true-colours')!.getBoundingClientRect();
    expect(plate.right, language).toBeLessThanOrEqual(320);
    await unmount();
  }
});
