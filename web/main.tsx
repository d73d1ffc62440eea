import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { getEnvironment } from './data/environment.ts';
import { LanguageProvider } from './i18n/LanguageProvider.tsx';
import { loadWords, preferredLanguage, spanish } from './i18n/languages.ts';
import { startAppearance } from './kiosk/appearance.ts';
import { preloadFirstScreen, Routes } from './routes.tsx';
import { BrokenScreen } from './screens/loading/BrokenScreen.tsx';
import { SessionProvider } from './session/SessionProvider.tsx';
import { Boundary } from './ui/Boundary.tsx';
import './styles.css';

/** The words of the preferred language; Spanish when they cannot be loaded. */
async function firstDictionary() {
  const language = preferredLanguage(getEnvironment().defaultLanguage);
  try {
    return { language, words: await loadWords(language) };
  } catch {
    return { language: 'es' as const, words: spanish };
  }
}

startAppearance();
preloadFirstScreen();
const initial = await firstDictionary();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LanguageProvider initial={initial}>
      <Boundary fallback={(error) => <BrokenScreen error={error} />}>
        <SessionProvider>
          <Routes />
        </SessionProvider>
      </Boundary>
    </LanguageProvider>
  </StrictMode>,
);
