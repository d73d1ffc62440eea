import { showFirstPicture } from './firstPicture.ts';
import { startAppearance } from './device/appearance.ts';
import { afterFirstScreen } from './util/afterFirstScreen.ts';
import { reloadWhenOutdated } from './util/selfReload.ts';
import { painted } from './util/painted.ts';
import { publicPage } from './public-pages/pages.ts';
import './styles.css';

// Public pages load nothing of the app that drivers sign in to, and the other way round.
startAppearance();
reloadWhenOutdated();
const { pathname } = window.location;
const page = publicPage(pathname);
const root = document.getElementById('root')!;
showFirstPicture(root, pathname);
const start = async () => {
  // On a phone, scripts delay painting, and other requests delay the images.
  await painted();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]'))
    link.rel = 'modulepreload';
  if (page) await (await import('./public-pages/start.tsx')).startPublicPage(root, page);
  else await (await import('./start.tsx')).startApp(root);
};
// The messages may not have loaded: this sentence is all there is.
start().catch(() => {
  root.textContent = 'No se pudo abrir la página. Se intentará de nuevo cuando haya conexión.';
  window.addEventListener('online', () => window.location.reload());
});
afterFirstScreen(async () => (await import('./util/lateFont.ts')).takeFontLater());
// A phone that opens one link, perhaps while roaming, does not need the whole app. Pages served without TLS have no
// service worker, and in development every file changes all the time.
const worksOffline = page === null || page.name === 'guide';
if (worksOffline && import.meta.env.PROD && 'serviceWorker' in navigator)
  afterFirstScreen(async () => (await import('./offline/register.ts')).register());
