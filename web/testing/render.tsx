import { Suspense, type ReactNode } from 'react';
import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Content } from '../../shared/content/content.ts';
import { ContentProvider } from '../content/ContentProvider.tsx';
import { loadNamespace, type Namespace } from '../i18n/namespaces.ts';
import { LanguageProvider } from '../i18n/LanguageProvider.tsx';
import type { Language } from '../i18n/languages.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { content, releaseOf } from './sampleContent.ts';

/**
 * Renders a part of the app in a language.
 * @param namespaces those it needs beyond those of the first load
 * @param published replaces the content of a fresh installation
 */
export async function renderIn(
  language: Language,
  node: ReactNode,
  namespaces: readonly Namespace[] = [],
  published: Content = content,
) {
  const messages = await loadMessages(language);
  await Promise.all(namespaces.map((namespace) => loadNamespace(namespace, language)));
  const rendered = await render(
    <ContentProvider initial={releaseOf(published)}>
      <LanguageProvider initial={{ language, messages }}>
        <Suspense>{node}</Suspense>
      </LanguageProvider>
    </ContentProvider>,
  );
  // Its code may load lazily.
  await vi.waitUntil(() => rendered.container.hasChildNodes(), { timeout: 10_000 });
  return rendered;
}
