import { expect, type Page } from '@playwright/test';
import { languageNames } from '../../web/i18n/languages.ts';
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
