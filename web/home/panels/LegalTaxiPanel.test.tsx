import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { driver, openPanel } from '../../testing/panels.tsx';

test.for(languages)(
  'how to tell a legal taxi, with this vehicle’s plate to compare (%s)',
  async (language) => {
    const { compare, signs, refuse, law, trouble, note } = await loadNamespace('legalTaxi', language);
    await openPanel('legal', language);
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('BB·CD·12')).toBeVisible();
    await expect.element(dialog.getByRole('paragraph').filter({ hasText: driver.name })).toBeVisible();
    const { title: signsTitle, ...known } = signs;
    const texts = [compare.text, compare.mismatch, signsTitle, law, trouble, note, ...Object.values(refuse)];
    for (const { title, line } of Object.values(known)) texts.push(title, line);
    for (const text of texts) await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  },
);
