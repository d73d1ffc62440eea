import { showSplash } from './splash.ts';
import { followUpdates } from './updates.ts';

/** The booking page has a worker of its own: its phone needs nothing else of the app without a network. */
const workers = {
  app: { file: '/sw.js', scope: '/' },
  book: { file: '/book-sw.js', scope: '/book' },
};

/** Makes the app installable and able to start without a network, or the booking page. A failure costs only that. */
export async function register(name: keyof typeof workers): Promise<void> {
  if (name === 'app') showSplash();
  const { file, scope } = workers[name];
  try {
    followUpdates(await navigator.serviceWorker.register(file, { scope, updateViaCache: 'none' }));
  } catch (error) {
    console.error('The service worker could not be registered', error);
  }
}
