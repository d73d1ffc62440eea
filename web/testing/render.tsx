import { Suspense, type ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import type { LazyArea } from '../i18n/areas.ts';
import { loadArea } from '../i18n/areas.ts';
import { LanguageProvider } from '../i18n/LanguageProvider.tsx';
import type { Language } from '../i18n/languages.ts';
import { loadWords } from '../i18n/loadWords.ts';

/** Renders a part of the app in a language. `areas` are the namespaces it needs beyond those of the first load. */
export async function renderIn(language: Language, node: ReactNode, areas: readonly LazyArea[] = []) {
  const words = await loadWords(language);
  await Promise.all(areas.map((area) => loadArea(area, language)));
  return render(
    <LanguageProvider initial={{ language, words }}>
      <Suspense>{node}</Suspense>
    </LanguageProvider>,
  );
}
