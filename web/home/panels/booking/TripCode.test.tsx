import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../../shared/languages.ts';
import { readPrefill } from '../../../../shared/booking/prefill.ts';
import { chooseLinks } from '../../../device/links.ts';
import { loadNamespace } from '../../../i18n/namespaces.ts';
import {
  devices,
  expectAccessibleInBothThemes,
  expectFitsEverywhere,
  expectQr,
} from '../../../testing/looks.ts';
import { openPanel } from '../../../testing/panels.tsx';
import { content } from '../../../testing/sampleContent.ts';

beforeEach(() => chooseLinks('codes'));

const dialog = page.getByRole('dialog');
const box = (name: string) => dialog.getByLabelText(name, { exact: true });
const addressOf = (fragment: string, language: string) =>
  `${window.location.origin}/book?lang=${language}#${fragment}`;

test.for(languages)(
  'one tap in the return panel shows the short form, and its code follows it (%s)',
  async (language) => {
    await openPanel('return', language);
    const { open, qr, back, fields: t } = await loadNamespace('tripCode', language);
    await dialog.getByRole('button', { name: open }).click();
    const code = dialog.getByRole('img', { name: qr });
    await expectQr(code, addressOf('direction=to&people=1&bags=1', language));
    await box(t.date).fill('2099-11-28');
    await box(t.time.to).fill('18:30');
    await box(t.place.to).selectOptions('vitacura');
    await box(t.people).selectOptions('4');
    const fragment = 'direction=to&date=2099-11-28&time=18%3A30&route=vitacura&people=4&bags=1';
    await expectQr(code, addressOf(fragment, language));
    expect(readPrefill(fragment)).toMatchObject({ time: '18:30', people: 4 });
    await expectFitsEverywhere();
    await dialog.getByRole('button', { name: back }).click();
    await expect.element(dialog.getByRole('button', { name: open })).toBeVisible();
  },
);

test('the form is accessible in both themes', async () => {
  await openPanel('routes', 'es');
  const { open } = await loadNamespace('tripCode', 'es');
  await dialog.getByRole('button', { name: open }).click();
  await expectAccessibleInBothThemes();
});

test.for(['routes', 'return'] as const)(
  'a device that opens links too shows the form with its code, and no page to type into (%s)',
  async (panel) => {
    chooseLinks('open');
    await openPanel(panel, 'fr');
    const { open, qr } = await loadNamespace('tripCode', 'fr');
    await dialog.getByRole('button', { name: open }).first().click();
    await expect.element(dialog.getByRole('img', { name: qr })).toBeVisible();
    expect(dialog.getByRole('link').elements()).toEqual([]);
  },
);

test('a company without a number offers no booking', async () => {
  await openPanel('return', 'es', { ...content, company: { ...content.company, whatsappNumber: '' } });
  const { open } = await loadNamespace('tripCode', 'es');
  await expect.element(dialog.getByRole('button', { name: open })).not.toBeInTheDocument();
});

test.for(['panel', 'form'] as const)(
  'a device shows the whole of it without scrolling (%s)',
  async (part) => {
    await openPanel('return', 'de');
    const { open } = await loadNamespace('tripCode', 'de');
    if (part === 'form') await dialog.getByRole('button', { name: open }).click();
    const hiddenPixels = () => {
      const { scrollHeight, clientHeight } = document.querySelector('.window-content')!;
      return scrollHeight - clientHeight;
    };
    for (const { width, height } of devices) {
      await page.viewport(width, height);
      await expect.poll(hiddenPixels, { message: `${width}×${height}` }).toBeLessThanOrEqual(0);
    }
  },
);
