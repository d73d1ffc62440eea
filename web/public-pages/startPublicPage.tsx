import { lazy, Suspense, type ReactNode } from 'react';
import type { Company } from '../../shared/content/content.ts';
import { renderApp } from '../components/renderApp.tsx';
import { PendingRelease } from '../content/ContentProvider.tsx';
import { loadNamespace } from '../i18n/namespaces.ts';
import { isShared } from '../session/memory.ts';
import { Optional } from '../ui/Boundary.tsx';
import { reloadable } from '../util/reloadable.tsx';
import { within } from '../util/time/within.ts';
import { ownNamespaces, type BegunPage } from './beginPage.ts';
import { PageFrame } from './PageFrame.tsx';
import { PageLoading } from './Message.tsx';

const answerTimeoutMs = 1_000;

const screens = {
  verify: reloadable(() => import('./VerifyScreen.tsx')),
  rate: reloadable(() => import('./rate/RateScreen.tsx')),
  guide: reloadable(() => import('./GuideScreen.tsx')),
  book: reloadable(() => import('./booking/BookScreen.tsx')),
  help: reloadable(() => import('./HelpScreen.tsx')),
  ticket: reloadable(() => import('./CaseScreen.tsx')),
  receipt: reloadable(() => import('./ReceiptScreen.tsx')),
  trip: reloadable(() => import('./trip/TripScreen.tsx')),
  rights: reloadable(() => import('./rights/RightsScreen.tsx')),
  rightsRequest: reloadable(() => import('./rights/RightsRequestScreen.tsx')),
};

const SharedDevice = lazy(() => import('./SharedDevice.tsx'));

function screenOf(page: BegunPage): ReactNode {
  switch (page.name) {
    case 'verify':
      return <screens.verify code={page.code} asked={page.asked} />;
    case 'rate':
      return <screens.rate token={page.token} asked={page.asked} />;
    case 'guide':
      return <screens.guide release={page.release} />;
    case 'book':
      return (
        <PendingRelease release={page.release}>
          <screens.book />
        </PendingRelease>
      );
    case 'help':
      return <screens.help code={page.code} />;
    case 'ticket':
      return <screens.ticket secret={page.secret} asked={page.asked} />;
    case 'receipt':
      return <screens.receipt secret={page.secret} asked={page.asked} />;
    case 'trip':
      return <screens.trip secret={page.secret} asked={page.asked} />;
    case 'rights':
      return <screens.rights />;
    case 'rightsRequest':
      return <screens.rightsRequest secret={page.secret} asked={page.asked} />;
  }
}

/**
 * Waits for what the screen needs, its answer for a second at most: React shows what comes after the first picture at
 * least 0.3 s later. Never rejects: the screen shows a failure.
 */
async function prepare(page: BegunPage): Promise<void> {
  const names = ['publicPages', ...ownNamespaces[page.name]] as const;
  await Promise.allSettled([
    screens[page.name].load(),
    ...names.map((name) => loadNamespace(name, page.language)),
    'asked' in page && within<unknown>(answerTimeoutMs, page.asked),
  ]);
}

/** Shows a public page that has begun to load, as soon as its company is known. */
export async function startPublicPage(
  root: HTMLElement,
  page: BegunPage,
  company: Promise<Company>,
): Promise<void> {
  const prepared = prepare(page);
  // The guide must not reload under a reader.
  if (page.name === 'guide')
    void import('../offline/updates.ts')
      .then(({ watchPassenger }) => watchPassenger(false))
      .catch(() => undefined);
  await renderApp(
    root,
    page.language,
    prepared.then(async () => ({ company: await company })),
    <PageFrame andes={page.name !== 'guide'}>
      <Suspense fallback={<PageLoading />}>{screenOf(page)}</Suspense>
      {isShared() && (
        <Optional>
          <SharedDevice />
        </Optional>
      )}
    </PageFrame>,
  );
}
