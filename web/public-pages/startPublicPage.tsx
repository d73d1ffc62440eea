import { lazy, Suspense, type ReactNode } from 'react';
import type { Company } from '../../shared/content/content.ts';
import { renderApp } from '../components/renderApp.tsx';
import { PendingRelease } from '../content/ContentProvider.tsx';
import { loadNamespace } from '../i18n/namespaces.ts';
import { ownNamespaces, type BegunPage } from './beginPage.ts';
import { PageFrame } from './PageFrame.tsx';
import { PageLoading } from './Message.tsx';

const screens = {
  verify: () => import('./VerifyScreen.tsx'),
  rate: () => import('./rate/RateScreen.tsx'),
  guide: () => import('./GuideScreen.tsx'),
  book: () => import('./booking/BookScreen.tsx'),
  help: () => import('./HelpScreen.tsx'),
  ticket: () => import('./TicketScreen.tsx'),
  receipt: () => import('./ReceiptScreen.tsx'),
  rights: () => import('./rights/RightsScreen.tsx'),
  rightsRequest: () => import('./rights/RightsRequestScreen.tsx'),
};
const VerifyScreen = lazy(screens.verify);
const RateScreen = lazy(screens.rate);
const GuideScreen = lazy(screens.guide);
const BookScreen = lazy(screens.book);
const HelpScreen = lazy(screens.help);
const TicketScreen = lazy(screens.ticket);
const ReceiptScreen = lazy(screens.receipt);
const RightsScreen = lazy(screens.rights);
const RightsRequestScreen = lazy(screens.rightsRequest);

/** The screen of a page. Starts to load it before anything renders. */
function screenOf(page: BegunPage): ReactNode {
  // The screen shows a failure when it renders.
  void screens[page.name]().catch(() => undefined);
  switch (page.name) {
    case 'verify':
      return <VerifyScreen code={page.code} asked={page.asked} />;
    case 'rate':
      return <RateScreen token={page.token} asked={page.asked} />;
    case 'book':
      return (
        <PendingRelease release={page.release}>
          <BookScreen />
        </PendingRelease>
      );
    case 'help':
      return <HelpScreen code={page.code} />;
    case 'ticket':
      return <TicketScreen secret={page.secret} asked={page.asked} />;
    case 'receipt':
      return <ReceiptScreen secret={page.secret} asked={page.asked} />;
    case 'rights':
      return <RightsScreen />;
    case 'rightsRequest':
      return <RightsRequestScreen secret={page.secret} asked={page.asked} />;
    default:
      // The page must not reload under a reader.
      void import('../offline/updates.ts')
        .then(({ watchPassenger }) => watchPassenger(false))
        .catch(() => undefined);
      return <GuideScreen release={page.release} />;
  }
}

/** Shows a public page that has begun to load, as soon as its company is known. */
export async function startPublicPage(
  root: HTMLElement,
  page: BegunPage,
  company: Promise<Company>,
): Promise<void> {
  const screen = screenOf(page);
  for (const name of ['publicPages', ...ownNamespaces[page.name]] as const)
    void loadNamespace(name, page.language).catch(() => undefined);
  await renderApp(
    root,
    page.language,
    company.then((known) => ({ company: known })),
    <PageFrame andes={page.name !== 'guide'}>
      <Suspense fallback={<PageLoading />}>{screen}</Suspense>
    </PageFrame>,
  );
}
