import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { renderIn } from '../testing/render.tsx';
import { Countdown } from './Countdown.tsx';

test.for(languages)(
  'the countdown says what happens and how soon, on every screen (%s)',
  async (language) => {
    const { countdown } = await loadNamespace('kiosk', language);
    await renderIn(language, <Countdown seconds={17} />, ['kiosk']);
    await expect.element(page.getByRole('dialog', { name: countdown.title })).toBeVisible();
    await expect.element(page.getByRole('timer')).toHaveAccessibleName(countdown.seconds(17));
    await expectFitsEverywhere();
  },
);

test('the countdown is accessible in both themes', async () => {
  await renderIn('es', <Countdown seconds={17} />, ['kiosk']);
  await expect.element(page.getByRole('timer')).toBeVisible();
  await expectAccessibleInBothThemes();
});
