import { lazy, Suspense, type ReactNode } from 'react';
import { renderApp } from '../components/renderApp.tsx';
import { getEnvironment } from '../data/environment.ts';
import type { Release } from '../data/releases.ts';
import { readRatingLink, verifyDriver } from '../data/publicPages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { chosenLanguage } from '../i18n/chosenLanguage.ts';
import { phoneLanguage } from './language.ts';
import type { PublicPage } from './pages.ts';
import { PageFrame } from './PageFrame.tsx';
import { PageLoading } from './Message.tsx';

const screens = {
  verify: () => import('./VerifyScreen.tsx'),
  rate: () => import('./RateScreen.tsx'),
  guide: () => import('./GuideScreen.tsx'),
};
const VerifyScreen = lazy(screens.verify);
const RateScreen = lazy(screens.rate);
const GuideScreen = lazy(screens.guide);

/** The addresses hold codes and tokens: no request may carry them as its `Referer`. */
function keepAddressSecret(): void {
  const meta = { name: 'referrer', content: 'no-referrer' };
  document.head.append(Object.assign(document.createElement('meta'), meta));
}

/** The screen of a page. Starts its requests before anything renders. */
function screenOf(page: PublicPage): ReactNode {
  // The screen shows a failure when it renders.
  const started = <Value,>(work: Promise<Value>): Promise<Value> => {
    work.catch(() => undefined);
    return work;
  };
  void started<unknown>(screens[page.name]());
  switch (page.name) {
    case 'verify':
      return <VerifyScreen code={page.code} asked={started(verifyDriver(page.code))} />;
    case 'rate':
      return <RateScreen token={page.token} asked={started(readRatingLink(page.token))} />;
    default:
      // The page must not reload under a reader.
      void started(import('../offline/updates.ts').then(({ watchPassenger }) => watchPassenger(false)));
      return <GuideScreen />;
  }
}

/** Starts a public page in the language of its address, the stored choice, or the phone, with a release that has begun to load. */
export async function startPublicPage(
  root: HTMLElement,
  page: PublicPage,
  release: Promise<Release>,
): Promise<void> {
  keepAddressSecret();
  const { search } = window.location;
  const { defaultLanguage } = getEnvironment();
  const language = phoneLanguage(search, chosenLanguage(), navigator.languages, defaultLanguage);
  const screen = screenOf(page);
  void loadNamespace('publicPages', language).catch(() => undefined);
  await renderApp(
    root,
    language,
    release,
    <PageFrame andes={page.name !== 'guide'}>
      <Suspense fallback={<PageLoading />}>{screen}</Suspense>
    </PageFrame>,
  );
}
