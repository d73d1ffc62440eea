import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { startCooldown, welcomeNextPassenger } from '../reviews/cooldown.ts';
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

test.for(languages)(
  'the next passenger is not thanked for the rating of another, and may rate within minutes (%s)',
  async (language) => {
    onTestFinished(() => localStorage.clear());
    const { home } = await loadMessages(language);
    startCooldown();
    await renderIn(
      language,
      <div className="passenger">
        <HomeFooter onRate={nothing} thanking pending={null} />
      </div>,
    );
    await expect.element(page.getByText(home.thanks)).toBeVisible();
    welcomeNextPassenger();
    await expect.element(page.getByText(home.ratedBefore(5))).toBeVisible();
    expect(page.getByText(home.thanks).elements()).toEqual([]);
    await expectReadableEverywhere();
    await expectAccessibleInBothThemes();
  },
);

test('a rating that the next passenger gives is thanked for again', async () => {
  onTestFinished(() => localStorage.clear());
  const { home } = await loadMessages('es');
  startCooldown();
  welcomeNextPassenger();
  await renderIn('es', <HomeFooter onRate={nothing} thanking={false} pending={null} />);
  await expect.element(page.getByText(home.ratedBefore(5))).toBeVisible();
  startCooldown();
  await expect.element(page.getByText(home.thanks)).toBeVisible();
  await expect.element(page.getByText(home.rateAgain(20))).toBeVisible();
});
