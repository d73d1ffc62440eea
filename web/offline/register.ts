import { matchesPath } from '../../shared/page-paths.ts';
import { showSplash } from './splash.ts';
import { followUpdates } from './updates.ts';

/** The booking page has a worker of its own: its phone needs nothing else of the app without a network. */
const bookingPath = '/book';

/** Makes the app installable and able to start without a network, or the booking page. A failure costs only that. */
export async function register(): Promise<void> {
  const isBooking = matchesPath(bookingPath, window.location.pathname);
  if (!isBooking) showSplash();
  const [file, scope] = isBooking ? ['/book-sw.js', bookingPath] : ['/sw.js', '/'];
  try {
    followUpdates(await navigator.serviceWorker.register(file, { scope, updateViaCache: 'none' }));
  } catch (error) {
    console.error('The service worker could not be registered', error);
  }
}
