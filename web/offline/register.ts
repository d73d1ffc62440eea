import { showSplash } from './splash.ts';
import { followUpdates } from './updates.ts';

/** Pages with a worker of their own: the phones that open them need nothing else of the app without a network. */
const pageWorkers = { book: '/book-sw.js', help: '/help-sw.js', trip: '/trip-sw.js' };

/**
 * Makes the app installable and able to start without a network, or one page. A failure costs only that.
 * @param page the page that the phone has opened; null for the app
 */
export async function register(page: keyof typeof pageWorkers | null): Promise<void> {
  if (page === null) showSplash();
  const [file, scope] = page === null ? ['/sw.js', '/'] : [pageWorkers[page], `/${page}`];
  try {
    followUpdates(await navigator.serviceWorker.register(file, { scope, updateViaCache: 'none' }));
  } catch (error) {
    console.error('The service worker could not be registered', error);
  }
}
