import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { startCooldown } from '../ratings/cooldown.ts';
import { expectReadableEverywhere } from '../testing/backSeat.ts';
import { expectAccessibleInBothThemes } from '../testing/looks.ts';
import { renderIn } from '../testing/render.tsx';
import { HomeFooter } from './HomeFooter.tsx';

const nothing = () => undefined;

test.for(languages)(
  'after a rating the footer thanks and says when the next one is possible (%s)',
  async (language) => {
    onTestFinished(() => localStorage.clear());
    startCooldown();
    const { home } = await loadMessages(language);
    await renderIn(
      language,
      <div className="passenger">
        <HomeFooter onRate={nothing} thanking pending={null} />
      </div>,
    );
    await expect.element(page.getByText(home.thanks)).toBeVisible();
    await expect.element(page.getByText(home.rateAgain(20))).toBeVisible();
    await expect.element(page.getByRole('button', { name: home.rateTrip })).toBeDisabled();
    await expectReadableEverywhere();
    await expectAccessibleInBothThemes();
  },
);
