import { renderApp, showBroken } from './components/renderApp.tsx';
import { getEnvironment } from './data/environment.ts';
import type { Release } from './data/content/releases.ts';
import { preferredLanguage } from './i18n/chosenLanguage.ts';
import { OutboxDelivery } from './outbox/OutboxDelivery.tsx';
import { preloadFirstScreen, Routes } from './routes.tsx';
import { beginDriverLookup, refreshRememberedDriver } from './session/driverLookup.ts';
import { SessionProvider } from './session/SessionProvider.tsx';
import { Boundary } from './ui/Boundary.tsx';

/** Starts the app that drivers and administrators sign in to, with a release that has begun to load. */
export async function startApp(root: HTMLElement, release: Promise<Release>): Promise<void> {
  beginDriverLookup();
  const prepared = Promise.all([preloadFirstScreen(), refreshRememberedDriver()]);
  await renderApp(
    root,
    preferredLanguage(getEnvironment().defaultLanguage),
    prepared.then(async () => ({ release: await release })),
    <SessionProvider>
      <OutboxDelivery />
      {/* A screen that fails does not stop the delivery of ratings and taps. */}
      <Boundary fallback={showBroken}>
        <Routes />
      </Boundary>
    </SessionProvider>,
  );
}
