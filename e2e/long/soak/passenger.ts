import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { languageNames } from '../../../web/i18n/languages.ts';
import { wordsOf, type Language } from '../../browser/words.ts';

/** The screen in the hands of passengers, who touch it one time after the other. */
export interface Passengers {
  /**
   * One passenger: chooses the language, opens every panel and uses it, looks for the rating, and leaves Spanish.
   * @param pause after each touch, in milliseconds
   */
  readonly ride: (language: Language, pause: number) => Promise<void>;
  /** How many touches there were. */
  readonly touches: () => number;
}

/** How many of the texts of a panel a passenger unfolds or turns to. */
const curiosity = 3;

export function createPassengers(page: Page): Passengers {
  let touches = 0;
  let pause = 0;
  const dialog = page.getByRole('dialog');

  const touch = async (target: Locator): Promise<void> => {
    await target.click();
    touches += 1;
    await wait(pause);
  };
  const close = async (label: string): Promise<void> => {
    await touch(dialog.getByRole('button', { name: label, exact: true }));
    await expect(dialog).toBeHidden();
  };
  const speak = async (language: Language): Promise<void> => {
    await touch(page.getByRole('banner').getByRole('button').first());
    await touch(dialog.getByText(languageNames[language], { exact: true }));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  };

  const ride = async (language: Language, touchPause: number): Promise<void> => {
    pause = touchPause;
    await speak(language);
    const { home, common, panels, phrases } = await wordsOf(language);
    for (const [id, { title }] of Object.entries(home.tiles)) {
      // The map opens another page.
      if (id === 'location') continue;
      await touch(page.getByRole('main').getByRole('button', { name: title }));
      await expect(dialog.getByRole('heading', { name: title, exact: true, level: 2 })).toBeVisible();
      await expect(dialog.getByRole('progressbar')).toBeHidden();
      if (id === 'talk') {
        await touch(dialog.getByRole('button', { name: phrases.sentences.slower }));
        await touch(dialog.getByRole('button', { name: phrases.answers.yes }));
        await touch(dialog.getByRole('button', { name: phrases.back }));
      }
      const next = dialog.getByRole('button', { name: panels.steps.next });
      for (let times = 0; times < curiosity && (await next.count()) > 0; times += 1)
        if (await next.first().isEnabled()) await touch(next.first());
      await close(common.close);
    }
    for (const name of [home.rateTrip, home.display]) {
      await touch(page.getByRole('button', { name }));
      await expect(dialog.getByRole('radio').first()).toBeVisible();
      await close(common.close);
    }
    await speak('es');
  };
  return { ride, touches: () => touches };
}
