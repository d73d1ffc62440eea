import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { whatsappUrl } from '../../../content/links.ts';
import { chooseLinks } from '../../../device/links.ts';
import { loadMessages } from '../../../i18n/loadMessages.ts';
import { loadNamespace } from '../../../i18n/namespaces.ts';
import { SessionProvider } from '../../../session/SessionProvider.tsx';
import { expectQr } from '../../../testing/looks.ts';
import { driver } from '../../../testing/panels.tsx';
import { flowLanguages, renderIn } from '../../../testing/render.tsx';
import { content } from '../../../testing/sampleContent.ts';
import HomeScreen from '../../HomeScreen.tsx';

beforeEach(() => {
  chooseLinks('codes');
  onTestFinished(() => chooseLinks('open'));
});

const dialog = page.getByRole('dialog');
const bookAddress = (language: string) => `${window.location.origin}/book?lang=${language}#`;

test.for(flowLanguages)(
  'the code on the home screen opens the same chat, and besides it the page that asks for all details (%s)',
  async (language) => {
    const { home } = await loadMessages(language);
    const { details } = await loadNamespace('tripCode', language);
    await renderIn(
      language,
      <SessionProvider>
        <HomeScreen driver={driver} />
      </SessionProvider>,
    );
    await page.getByRole('button', { name: home.whatsappQr }).click();
    await expect.element(dialog.getByRole('heading', { name: home.whatsappTitle, level: 2 })).toBeVisible();
    await expectQr(
      dialog.getByRole('img', { name: home.whatsappQr }),
      whatsappUrl(content.company, home.bookingMessage(driver.driver_code))!,
    );
    await expectQr(dialog.getByRole('img', { name: details.qr }), bookAddress(language));
    expect(dialog.getByRole('link').elements()).toEqual([]);
  },
);
