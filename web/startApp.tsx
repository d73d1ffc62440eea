import { renderApp, showBroken } from './components/renderApp.tsx';
import { firstRelease } from './content/initialRelease.ts';
import { getEnvironment } from './data/environment.ts';
import { preferredLanguage } from './i18n/chosenLanguage.ts';
import { ReviewDelivery } from './reviews/ReviewDelivery.tsx';
import { preloadFirstScreen, Routes } from './routes.tsx';
import { SessionProvider } from './session/SessionProvider.tsx';
import { Boundary } from './ui/Boundary.tsx';

/** Starts the app that drivers and administrators sign in to. */
export async function startApp(root: HTMLElement): Promise<void> {
  preloadFirstScreen();
  await renderApp(
    root,
    preferredLanguage(getEnvironment().defaultLanguage),
    firstRelease(),
    <SessionProvider>
      <ReviewDelivery />
      {/* A screen that fails does not stop the delivery of ratings. */}
      <Boundary fallback={showBroken}>
        <Routes />
      </Boundary>
    </SessionProvider>,
  );
}
