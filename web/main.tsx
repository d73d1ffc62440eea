import { entryAt, matchesPath } from '../shared/page-paths.ts';
import { setCompanyZone } from '../shared/chile/zone.ts';
import { staffRoleOf } from '../shared/roles.ts';
import { getEnvironment } from './data/environment.ts';
import { storedSession } from './data/session/storedSession.ts';
import { startAppearance } from './device/appearance.ts';
import { shownPages } from './pages.ts';
import { firstRelease } from './content/initialRelease.ts';
import { newestCompany } from './content/newestRelease.ts';
import { chosenLanguage } from './i18n/chosenLanguage.ts';
import { previewPath } from './content/preview.ts';
import { showFirstName } from './home/firstName.ts';
import { beginDriverRead } from './session/driverRead.ts';
import { publicPage } from './public-pages/pages.ts';
import { afterFirstScreen, afterPaint } from './util/firstScreen.ts';
import { reloadForMissingParts } from './util/selfReload.ts';
import './styles.css';

/**
 * Shows the first picture of the address. The server sends each page with its own; a page from the service worker or a
 * static host serves all addresses, and holds the other pictures as templates (`index.html`).
 */
function showFirstPicture(root: HTMLElement, path: string): void {
  const selector = `template[data-picture=${entryAt(shownPages, path)?.picture}]`;
  const template = document.querySelector<HTMLTemplateElement>(selector);
  if (template) root.replaceChildren(template.content.cloneNode(true));
}

/** Resolves when the first picture and its images have been painted; at once in a hidden page. */
async function painted(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  // Do not wait for an image that fails to load.
  await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)));
  await new Promise<void>(afterPaint);
}

/** Runs work that must not compete with the first screen for the network. */
function later(work: () => Promise<unknown>): void {
  // Without a network it fails; the next start tries again.
  void afterFirstScreen()
    .then(work)
    .catch(() => undefined);
}

// Public pages load nothing of the app that drivers sign in to, and the other way round.
reloadForMissingParts(async () => {
  const { allowsReload, watchTyping } = await import('./offline/updates.ts');
  watchTyping();
  return allowsReload();
});
setCompanyZone(getEnvironment().companyZone);
const { pathname } = window.location;
const page = publicPage(pathname);
/** A frame of the administration panel, which decides how it looks and keeps the service worker. */
const isPreview = matchesPath(previewPath, pathname);
// Public pages follow the phone; `SharedDevice` knows whether one is open in a vehicle. The office follows its computer.
const isOffice = staffRoleOf(storedSession()?.user.app_metadata ?? {}) !== null;
if (!isPreview) startAppearance(page === null && !isOffice);
const root = document.getElementById('root')!;
showFirstPicture(root, pathname);
/** Begins what the page needs, and draws it once the first picture has been painted: on a phone, scripts delay painting. */
const start = async () => {
  if (page) {
    const company = newestCompany();
    company.catch(() => undefined);
    const [{ startPublicPage }, begun] = await Promise.all([
      import('./public-pages/startPublicPage.tsx'),
      import('./public-pages/beginPage.ts').then(({ beginPage }) => beginPage(page, chosenLanguage())),
      painted(),
    ]);
    await startPublicPage(root, begun, company);
  } else if (isPreview) {
    await (await import('./preview/startPreview.tsx')).startPreview(root);
  } else {
    // Both are read while the app loads, which takes longer.
    const release = firstRelease();
    release.catch(() => undefined);
    void beginDriverRead().then((name) => name !== null && showFirstName(name));
    const [{ startApp }] = await Promise.all([import('./startApp.tsx'), painted()]);
    await startApp(root, release);
  }
};
// The messages may not have loaded: this sentence is all there is.
start().catch(() => {
  root.textContent = 'No se pudo abrir la página. Se intentará de nuevo cuando haya conexión.';
  window.addEventListener('online', () => window.location.reload());
});
if (!isPreview) later(async () => (await import('./util/lateFont.ts')).takeFontLater());
// A phone that opens one link, perhaps while roaming, does not need the whole app. Pages served without TLS have no
// service worker, and in development every file changes all the time.
const ownWorker = page?.name === 'book' || page?.name === 'help' || page?.name === 'trip' ? page.name : null;
const worksOffline = page === null ? !isPreview : page.name === 'guide' || ownWorker !== null;
if (worksOffline && import.meta.env.PROD && 'serviceWorker' in navigator)
  later(async () => (await import('./offline/register.ts')).register(ownWorker));
