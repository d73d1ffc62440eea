import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { loadMessages } from '../../i18n/loadMessages.ts';
import { driver, openPanel } from '../../testing/panels.tsx';

const dialog = page.getByRole('dialog');

test.for(languages)('the airport: the way to the centre and the two gates (%s)', async (language) => {
  const { info } = await loadNamespace('panels', language);
  await openPanel('airport', language);
  for (const text of [info.minutes(25), info.gate(5), info.gate(3)])
    await expect.element(dialog.getByText(text)).toBeVisible();
});

test.for(languages)(
  'the way back: at any time, with a short wait, and WhatsApp to ask for it (%s)',
  async (language) => {
    const { info } = await loadNamespace('panels', language);
    const { home } = await loadMessages(language);
    await openPanel('return', language);
    await expect.element(dialog.getByText('24/7', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText(info.minutes(15))).toBeVisible();
    const link = dialog
      .getByRole('link', { name: info.askReturn, exact: false })
      .element() as HTMLAnchorElement;
    expect(new URL(link.href).searchParams.get('text')).toBe(home.returnMessage(driver.driver_code));
  },
);

test.for([
  ['es', '1 minuto'],
  ['en', '1 minute'],
  ['pt', '1 minuto'],
  ['fr', '1 minute'],
  ['de', '1 Minute'],
] as const)('a single minute is none of several (%s)', async ([language, text]) => {
  const { info } = await loadNamespace('panels', language);
  expect(info.minutes(1)).toBe(text);
});
