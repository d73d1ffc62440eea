import { expect, test } from '@playwright/test';
import { languages } from '../../shared/languages.ts';
import { expectShownWellEverywhere } from './steps.ts';

for (const language of languages)
  test(`the booking page is accessible on every size in both themes, with its errors too (${language})`, async ({
    page,
  }) => {
    await page.goto(`/book?lang=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectShownWellEverywhere(page);
    await page.getByRole('main').locator('button[type=submit]').click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    await expectShownWellEverywhere(page);
  });
