import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { getEnvironment } from './data/environment.ts';
import { LanguageProvider } from './i18n/LanguageProvider.tsx';
import { preferredLanguage } from './i18n/languages.ts';
import { firstDictionary } from './i18n/loadWords.ts';
import { preloadFirstScreen, Routes } from './routes.tsx';
import { BrokenScreen } from './components/BrokenScreen.tsx';
import { SessionProvider } from './session/SessionProvider.tsx';
import { Boundary } from './ui/Boundary.tsx';

/** The app that drivers and administrators sign in to. */
export async function start(root: HTMLElement): Promise<void> {
  preloadFirstScreen();
  const initial = await firstDictionary(preferredLanguage(getEnvironment().defaultLanguage));
  // In pieces, so that a slow phone answers to touches meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <LanguageProvider initial={initial}>
          <Boundary fallback={(error) => <BrokenScreen error={error} />}>
            <SessionProvider>
              <Routes />
            </SessionProvider>
          </Boundary>
        </LanguageProvider>
      </StrictMode>,
    ),
  );
}
