import { expect, type Page } from '@playwright/test';
import { languageNames } from '../../web/i18n/languages.ts';
import { expectNoSidewaysScroll } from './steps.ts';
import type { Language } from './words.ts';

export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.getByRole('banner').getByRole('button').first().click();
  await page.getByRole('dialog').getByText(languageNames[language], { exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

export async function openPanel(page: Page, title: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: title }).click();
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: title, exact: true, level: 2 }),
  ).toBeVisible();
}

export async function closePanel(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Neither the page nor anything in the open dialog is wider than its place. */
export async function expectNothingCutOff(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  const wide = await page
    .getByRole('dialog')
    .locator('*:not(.sr-only, svg *)')
    .evaluateAll((elements) =>
      (elements as unknown as Box[])
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
        .map((each) => `${each.tagName} ${each.className}`),
    );
  expect(wide).toEqual([]);
}

interface Box {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly tagName: string;
  readonly className: string;
}
