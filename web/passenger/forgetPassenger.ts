import { getEnvironment } from '../data/environment.ts';
import { chooseAppearance } from '../device/appearance.ts';
import { storeLanguage } from '../i18n/chosenLanguage.ts';
import { dismissModals } from '../ui/modal.ts';
import { removeStored } from '../util/storedValue.ts';
import { forgetCases } from './caseStore.ts';

/** Longer than the browser takes to draw the page in its own size. */
const zoomResetMs = 500;

/** Undoes the zoom of two fingers, which stays allowed. */
function resetZoom(): void {
  const viewport = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
  if (!viewport || (window.visualViewport?.scale ?? 1) === 1) return;
  const { content } = viewport;
  viewport.content = `${content}, maximum-scale=1`;
  setTimeout(() => {
    viewport.content = content;
  }, zoomResetMs);
}

/**
 * Leaves nothing of a passenger on a device that others use: closes dialogs, empties stored forms, and undoes the language,
 * the text size and the zoom. Messages that wait for a connection are still delivered, and shown to nobody.
 */
export function forgetPassenger(): void {
  dismissModals();
  // An earlier version stored the form of /book on the driver's device, too.
  removeStored('booking');
  // From before a driver signed in here.
  removeStored('trip-page');
  forgetCases();
  chooseAppearance('text-size', 'normal');
  storeLanguage(getEnvironment().defaultLanguage);
  resetZoom();
}
