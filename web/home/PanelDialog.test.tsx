import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { common } from '../i18n/de/common.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere, setTextSize } from '../testing/looks.ts';
import { openPanel } from '../testing/panels.tsx';
import { panelIds } from './panels.ts';

test.for(panelIds)('the panel is accessible in both themes, in large type (%s)', async (id) => {
  setTextSize('larger');
  await openPanel(id, 'de');
  await expect.element(page.getByRole('dialog').getByText(common.loading)).not.toBeInTheDocument();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});
