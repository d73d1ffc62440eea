import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { common } from '../i18n/de/common.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere, setTextSize } from '../testing/looks.ts';
import { openPanel } from '../testing/panels.tsx';
import { panelIds, panels } from './panels.ts';

/** The driver's account is a screen of its own, tested with its parts. */
const shown = panelIds.filter((id) => id !== 'account');

test.for(languages)('every panel fits every screen (%s)', async (language) => {
  const { home, common } = await loadMessages(language);
  for (const id of shown) {
    const { unmount } = await openPanel(id, language);
    const dialog = page.getByRole('dialog');
    await expect
      .element(dialog.getByRole('heading', { name: panels[id].title(home), level: 2 }))
      .toBeVisible();
    await expect.element(dialog.getByText(common.loading)).not.toBeInTheDocument();
    await expectFitsEverywhere();
    await unmount();
  }
});

test.for(shown)('the panel is accessible in both themes, in large type (%s)', async (id) => {
  setTextSize('larger');
  await openPanel(id, 'de');
  await expect.element(page.getByRole('dialog').getByText(common.loading)).not.toBeInTheDocument();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});
