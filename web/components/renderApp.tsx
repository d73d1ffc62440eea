import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider } from '../i18n/LanguageProvider.tsx';
import type { Language } from '../i18n/languages.ts';
import { firstDictionary } from '../i18n/loadMessages.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { BrokenScreen } from './BrokenScreen.tsx';

export const showBroken = (error: unknown) => <BrokenScreen error={error} />;

/** Renders the app or a public page in a language; `BrokenScreen` replaces it if it fails. */
export async function renderApp(root: HTMLElement, language: Language, content: ReactNode): Promise<void> {
  const initial = await firstDictionary(language);
  // A transition renders in pieces, so that a slow phone reacts to touches meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <LanguageProvider initial={initial}>
          <Boundary fallback={showBroken}>{content}</Boundary>
        </LanguageProvider>
      </StrictMode>,
    ),
  );
}
