import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { textIn } from '../../shared/content/text.ts';
import type { Release } from '../data/content/releases.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { content, releaseOf } from '../testing/sampleContent.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { renderPublicIn } from '../testing/render.tsx';
import GuideScreen from './GuideScreen.tsx';
import { PageFrame } from './PageFrame.tsx';

const guideOf = (release: Promise<Release>) => (
  <PageFrame andes={false}>
    <GuideScreen release={release} />
  </PageFrame>
);
const published = releaseOf(content);
const guide = guideOf(Promise.resolve(published));
const namespaces = ['publicPages', 'panels'] as const;

test.for(languages)(
  'the guide has prices, tours, places and WhatsApp, and fits every size (%s)',
  async (language) => {
    const { guide: words, page: links } = await loadNamespace('publicPages', language);
    await renderPublicIn(language, guide, namespaces);
    await expect.element(page.getByRole('heading', { name: words.title, level: 1 })).toBeVisible();
    await expect.element(page.getByText('$25.000')).toBeVisible();
    for (const { name } of content.tours)
      await expect.element(page.getByRole('heading', { name: textIn(name, language).text })).toBeVisible();
    await expect.element(page.getByRole('article').last()).toBeInTheDocument();
    const whatsapp = page
      .getByRole('link', { name: links.whatsapp, exact: false })
      .element() as HTMLAnchorElement;
    expect(whatsapp.href).toMatch(/^https:\/\/wa\.me\//);
    await expect.poll(() => window.location.search).toBe(`?lang=${language}`);
    await expectFitsEverywhere();
  },
);

test('the guide is accessible in both themes', async () => {
  await renderPublicIn('es', guide, namespaces);
  await expect.element(page.getByRole('article').first()).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('the title waits for no release, and nothing moves when it comes', async () => {
  await page.viewport(360, 740);
  const { promise, resolve } = Promise.withResolvers<Release>();
  const { guide: words } = await loadNamespace('publicPages', 'es');
  await renderPublicIn('es', guideOf(promise), namespaces);
  const title = page.getByRole('heading', { name: words.title, level: 1 });
  const prices = page.getByRole('link', { name: words.prices });
  await expect.element(title).toBeVisible();
  expect(prices.query()).toBeNull();
  const before = title.element().getBoundingClientRect();
  const room = document.querySelector('main nav')!.getBoundingClientRect();
  resolve(published);
  await expect.element(prices).toBeVisible();
  await expect.element(page.getByText('$25.000')).toBeVisible();
  expect(title.element().getBoundingClientRect()).toEqual(before);
  expect(document.querySelector('main nav')!.getBoundingClientRect()).toEqual(room);
});
