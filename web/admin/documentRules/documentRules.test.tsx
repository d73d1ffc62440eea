import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages } from '../../../shared/staff-languages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { renderPanel } from '../../testing/administration.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import DocumentRulesSection from './DocumentRulesSection.tsx';

test.for(staffLanguages)('kinds and rules of documents fit and are accessible (%s)', async (language) => {
  const { rulesView: t } = await loadNamespace('documents', language);
  await renderPanel(language, <DocumentRulesSection />);
  await expect.element(page.getByText(t.stopHint)).toBeVisible();
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
});
