import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { LanguagePanel } from '../components/LanguagePanel.tsx';
import { textIn } from '../../shared/content/text.ts';
import { formatPesos } from '../../shared/content/pesos.ts';
import type { Language } from '../i18n/languages.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { expectReadable, expectReadableEverywhere, shownTexts } from '../testing/backSeat.ts';
import { content } from '../testing/sampleContent.ts';
import { devices } from '../testing/looks.ts';
import { driver, openPanel } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import { Countdown } from '../device/Countdown.tsx';
import { Greeting } from './Greeting.tsx';
import HomeScreen from './HomeScreen.tsx';
import { panelIds, panels, type PanelId } from './panels.ts';

/**
 * Their texts stay whole: a sentence to read out to an operator, advice for passengers in trouble, places and tours to choose
 * from.
 */
const whole: readonly PanelId[] = ['safety', 'emergency', 'tours', 'places', 'legal'];

const nothing = () => undefined;

/** The facts in a language: who drives, prices, times, gates, emergency numbers. */
async function factsIn(language: Language): Promise<ReadonlySet<string>> {
  const { info, places: words, tours } = await loadNamespace('panels', language);
  const numbers = content.routes.flatMap(({ prices, minutes }) => [
    formatPesos(prices[0]!.pesos),
    String(minutes),
  ]);
  const fees = content.places.flatMap(({ fee }) => (fee?.kind === 'fixed' ? [formatPesos(fee.pesos)] : []));
  const durations = content.tours
    .flatMap(({ taxiTime, stops }) => [taxiTime, ...stops.map(({ duration }) => duration)])
    .map((each) => textIn(each, language).text);
  const rating = new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).format(4.8);
  const driverFacts = [driver.name, 'BB·CD·12', driver.driver_code, rating];
  const times = [info.minutes(25), info.minutes(15), tours.threeHours, tours.fullDay, '24/7'];
  const gates = [info.gate(3), info.gate(5)];
  const emergencies = ['131', '132', '133'];
  return new Set(
    [driverFacts, times, durations, gates, emergencies, numbers, fees, [words.free, words.variable]].flat(),
  );
}

test.for(languages)('the home screen is read from the back seat (%s)', async (language) => {
  const { home } = await loadMessages(language);
  await renderIn(
    language,
    <SessionProvider>
      <HomeScreen driver={driver} />
    </SessionProvider>,
  );
  await expect.element(page.getByText(home.bookTrip)).toBeVisible();
  const facts = await factsIn(language);
  for (const { width, height } of devices) {
    await page.viewport(width, height);
    expectReadable(`at ${width}×${height}`, facts);
  }
});

test.for(languages)(
  'greeting, countdown and languages fit every screen and are read from the back seat (%s)',
  async (language) => {
    const facts = await factsIn(language);
    const parts = {
      greeting: <Greeting driver={driver} onStart={nothing} />,
      countdown: <Countdown seconds={17} />,
      languages: <LanguagePanel open onClose={nothing} />,
    };
    for (const part of Object.values(parts)) {
      const { unmount } = await renderIn(language, <div className="passenger">{part}</div>, ['kiosk']);
      await expect.element(page.getByRole('dialog')).toBeVisible();
      await expectReadableEverywhere({ facts });
      await unmount();
    }
  },
);

/** Characters that a passenger takes in at a glance. */
const maxTextCharacters = 120;

/** Everything behind one title is short enough to be taken in at a glance; all routes are on the screen at once. */
function expectShort(id: PanelId, where: string): void {
  const content = document.querySelector('.window-content')!;
  if (!whole.includes(id))
    for (const { text } of shownTexts(content))
      expect(text.length, `${where}: ${text}`).toBeLessThanOrEqual(maxTextCharacters);
  if (id === 'routes') expect(content.scrollHeight, where).toBeLessThanOrEqual(content.clientHeight);
}

test.for(languages)('every panel fits every screen and is read from the back seat (%s)', async (language) => {
  const { home, common } = await loadMessages(language);
  const facts = await factsIn(language);
  for (const id of panelIds) {
    const { unmount } = await openPanel(id, language);
    const dialog = page.getByRole('dialog');
    await expect
      .element(dialog.getByRole('heading', { name: panels[id].title(home), level: 2 }))
      .toBeVisible();
    await expect.element(dialog.getByText(common.loading)).not.toBeInTheDocument();
    await expectReadableEverywhere({ facts, check: (where) => expectShort(id, `${id} ${where}`) });
    await unmount();
  }
});

test.for(languages)(
  'the question before the driver leaves is read from the back seat (%s)',
  async (language) => {
    const { common } = await loadMessages(language);
    const { driver: words } = await loadNamespace('kiosk', language);
    await openPanel('driverMenu', language);
    await page.getByRole('button', { name: common.signOut }).click();
    await expect.element(page.getByRole('heading', { name: words.signOutTitle })).toBeVisible();
    await expectReadableEverywhere();
  },
);
