import { showSplash } from './splash.ts';
import { followUpdates } from './updates.ts';

/** Makes the app one that starts without a network, and can be installed. A failure costs only that. */
export async function register(): Promise<void> {
  showSplash();
  try {
    followUpdates(await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  } catch (error) {
    console.error('The app cannot be kept on this device', error);
  }
}
