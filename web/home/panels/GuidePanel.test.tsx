import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import { loadMessages } from '../../i18n/loadMessages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { expectQr } from '../../testing/looks.ts';
import { driver, openPanel } from '../../testing/panels.tsx';

const dialog = page.getByRole('dialog');

test.for(languages)(
  'the guide is given along by a code, in the language of the device (%s)',
  async (language) => {
    const { vehicle } = await loadNamespace('publicPages', language);
    await openPanel('guide', language);
    await expectQr(
      dialog.getByRole('img', { name: vehicle.guideQr }),
      `${window.location.origin}/guide?lang=${language}`,
    );
  },
);

test('the driver card opens large, with the code of the page that confirms who drives', async () => {
  const { vehicle } = await loadNamespace('publicPages', 'es');
  await openPanel('driver', 'es');
  await expect.element(dialog.getByText('BB·CD·12')).toBeVisible();
  const { home } = await loadMessages('es');
  await expect.element(dialog.getByText(home.verified)).toBeVisible();
  const address = `${window.location.origin}/verify/${driver.verification_code}`;
  await expectQr(dialog.getByRole('img', { name: vehicle.driverQr }), address);
});
