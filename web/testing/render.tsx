import { Suspense, type ReactNode } from 'react';
import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Content } from '../../shared/content/content.ts';
import { CompanyProvider, ContentProvider } from '../content/ContentProvider.tsx';
import { loadNamespace } from '../i18n/namespaces.ts';
import type { LanguageOf, Namespace } from '../i18n/messages.ts';
import { LanguageProvider } from '../i18n/LanguageProvider.tsx';
import { loadMessages } from '../i18n/loadMessages.ts';
import { content, releaseOf } from './sampleContent.ts';

/** For a flow whose words come from one namespace: the compiler finds a missing one, other tests what does not fit. */
export const flowLanguages = ['es', 'de'] as const;

/**
 * Renders a part of the app in a language.
 * @param namespaces those it needs beyond those of the first load
 * @param published replaces the content of a fresh installation
 */
export async function renderIn<Name extends Namespace = never>(
  language: LanguageOf<Name>,
  node: ReactNode,
  namespaces: readonly Name[] = [],
  published: Content = content,
) {
  const app = await appIn(language, node, namespaces);
  return renderWhole(<ContentProvider initial={releaseOf(published)}>{app}</ContentProvider>);
}

/** Renders a public page, which has the company and not the rest of the release, as `renderApp` does. */
export async function renderPublicIn<Name extends Namespace = never>(
  language: LanguageOf<Name>,
  node: ReactNode,
  namespaces: readonly Name[] = [],
) {
  const app = await appIn(language, node, namespaces);
  return renderWhole(<CompanyProvider company={content.company}>{app}</CompanyProvider>);
}

async function appIn<Name extends Namespace = never>(
  language: LanguageOf<Name>,
  node: ReactNode,
  namespaces: readonly Name[],
) {
  const messages = await loadMessages(language);
  await Promise.all(namespaces.map((namespace) => loadNamespace(namespace, language)));
  return (
    <LanguageProvider initial={{ language, messages }}>
      <Suspense>{node}</Suspense>
    </LanguageProvider>
  );
}

async function renderWhole(node: ReactNode) {
  const rendered = await render(node);
  // Its code may load lazily.
  await vi.waitUntil(() => rendered.container.hasChildNodes(), { timeout: 10_000, interval: 10 });
  return rendered;
}
