import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ContentProvider } from '../content/ContentProvider.tsx';
import type { Release } from '../data/releases.ts';
import { LanguageProvider } from '../i18n/LanguageProvider.tsx';
import type { Language } from '../i18n/languages.ts';
import { firstDictionary } from '../i18n/loadMessages.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { BrokenScreen } from './BrokenScreen.tsx';

export const showBroken = (error: unknown) => <BrokenScreen error={error} />;

/** Renders the app or a public page in a language, with a release that has begun to load; `BrokenScreen` replaces it if it fails. */
export async function renderApp(
  root: HTMLElement,
  language: Language,
  loading: Promise<Release>,
  screen: ReactNode,
): Promise<void> {
  const [initial, release] = await Promise.all([firstDictionary(language), loading]);
  // A transition renders in pieces, so that a slow phone reacts to touches meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <ContentProvider initial={release}>
          <LanguageProvider initial={initial}>
            <Boundary fallback={showBroken}>{screen}</Boundary>
          </LanguageProvider>
        </ContentProvider>
      </StrictMode>,
    ),
  );
}
