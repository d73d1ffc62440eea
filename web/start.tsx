import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { getEnvironment } from './data/environment.ts';
import { LanguageProvider } from './i18n/LanguageProvider.tsx';
import { preferredLanguage } from './i18n/languages.ts';
import { firstDictionary } from './i18n/loadWords.ts';
import { preloadFirstScreen, Routes } from './routes.tsx';
import { BrokenScreen } from './components/BrokenScreen.tsx';
import { RatingDelivery } from './ratings/RatingDelivery.tsx';
import { SessionProvider } from './session/SessionProvider.tsx';
import { Boundary } from './ui/Boundary.tsx';

const showBroken = (error: unknown) => <BrokenScreen error={error} />;

/** Starts the app that drivers and administrators sign in to. */
export async function startApp(root: HTMLElement): Promise<void> {
  preloadFirstScreen();
  const initial = await firstDictionary(preferredLanguage(getEnvironment().defaultLanguage));
  // A transition renders in pieces, so that a slow phone reacts to touches meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <LanguageProvider initial={initial}>
          <Boundary fallback={showBroken}>
            <SessionProvider>
              <RatingDelivery />
              {/* A screen that fails does not stop the delivery of ratings. */}
              <Boundary fallback={showBroken}>
                <Routes />
              </Boundary>
            </SessionProvider>
          </Boundary>
        </LanguageProvider>
      </StrictMode>,
    ),
  );
}
