import { showFirstPicture } from './firstPicture.ts';
import { startAppearance } from './device/appearance.ts';
import { afterFirstScreen } from './util/afterFirstScreen.ts';
import { reloadWhenOutdated } from './util/selfReload.ts';
import { painted } from './util/painted.ts';
import { publicPage } from './public-pages/pages.ts';
import './styles.css';

// Whoever opens a public page loads nothing of the app that drivers sign in to, and the other way round.
startAppearance();
reloadWhenOutdated();
const { pathname } = window.location;
const page = publicPage(pathname);
const root = document.getElementById('root')!;
showFirstPicture(root, pathname);
const start = async () => {
  // On a phone, drawing has to wait for whatever runs, and its pictures for whatever else is fetched.
  await painted();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]'))
    link.rel = 'modulepreload';
  if (page) await (await import('./public-pages/start.tsx')).start(root, page);
  else await (await import('./start.tsx')).start(root);
};
// The words are among what could not be loaded: this sentence is all there is.
start().catch(() => {
  root.textContent = 'No se pudo abrir la página. Se intentará de nuevo cuando haya conexión.';
  window.addEventListener('online', () => window.location.reload());
});
afterFirstScreen(async () => (await import('./util/lateFont.ts')).takeFontLater());
// A phone that opens a link once, perhaps on a foreign network, does not have to keep the whole app for that. Pages
// served without TLS cannot be kept, and in development every file changes all the time.
const isKept = page === null || page.name === 'guide';
if (isKept && import.meta.env.PROD && 'serviceWorker' in navigator)
  afterFirstScreen(async () => (await import('./offline/register.ts')).register());
