import type { ReactNode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { expectNoSidewaysScroll } from '../testing/looks.ts';
import { passengersTrip } from '../testing/exampleTrip.ts';
import { renderIn } from '../testing/render.tsx';
import BookScreen from './booking/BookScreen.tsx';
import HelpScreen from './HelpScreen.tsx';
import { PageFrame } from './PageFrame.tsx';
import RightsScreen from './rights/RightsScreen.tsx';
import TripScreen from './trip/TripScreen.tsx';
import VerifyScreen from './VerifyScreen.tsx';

const known = Promise.resolve({
  first_name: 'Maximiliano',
  photo_url: null,
  license_plate: 'BBCD12',
  authorised_on: '2026-03-02',
  brand_model: 'Mercedes-Benz Sprinter',
  colour: 'Blanco',
});
const ended = { ...passengersTrip, state: 'done', is_paid: true } as const;
const screens: Readonly<Record<string, ReactNode>> = {
  book: <BookScreen />,
  help: <HelpScreen code="" />,
  rights: <RightsScreen />,
  trip: <TripScreen secret="secret" asked={Promise.resolve(passengersTrip)} />,
  'ended trip': <TripScreen secret="secret" asked={Promise.resolve(ended)} />,
  verify: <VerifyScreen code="K7M2QX" asked={known} />,
};

/** How many lines the words of an element stand on. */
function lineCount(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
}

test.for([130, 150, 200])('public pages hold text of %d % at 320 px', async (percent) => {
  document.documentElement.style.fontSize = `${percent}%`;
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
  await page.viewport(320, 640);
  for (const language of languages)
    for (const [name, screen] of Object.entries(screens)) {
      const { unmount } = await renderIn(language, <PageFrame andes>{screen}</PageFrame>, [
        'publicPages',
        'booking',
        'tripCode',
        'tripPage',
        'colours',
        'reasons',
        'panels',
        'help',
        'rightsPage',
        'emergency',
      ]);
      await expect.element(page.getByRole('main')).toBeVisible();
      await expect.poll(() => document.querySelector('h1')).not.toBeNull();
      await document.fonts.ready;
      const where = `${name} in ${language}`;
      expectNoSidewaysScroll(where);
      expect(lineCount(document.querySelector('header p')!), where).toBeLessThanOrEqual(2);
      await unmount();
    }
});
