import { showSplash } from './splash.ts';
import { followUpdates } from './updates.ts';

/** Makes the app installable and able to start without a network. A failure costs only that. */
export async function register(): Promise<void> {
  showSplash();
  try {
    followUpdates(await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  } catch (error) {
    console.error('The service worker could not be registered', error);
  }
}
