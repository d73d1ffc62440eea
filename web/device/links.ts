import { isOneOf, storedValue } from '../util/storedValue.ts';
import { useStoredValue } from '../util/useSignal.ts';

// Part of the first load: keep it small.

/** How links to WhatsApp and to the map are offered: to open here, or as QR codes for the passenger's own phone. */
export type LinkMode = 'open' | 'codes';

const chosenMode = storedValue('links', isOneOf<LinkMode>('open', 'codes'), {
  format: 'text',
});
const installed = '(display-mode: fullscreen), (display-mode: standalone)';

/** An installed app has no tab to come back from. Any page may become full screen later. */
const byDefault: LinkMode =
  window.matchMedia(installed).matches && !document.fullscreenElement ? 'codes' : 'open';

/** A setting of the device: it stays when the driver signs out. An installed app begins with codes. */
export function useLinks(): LinkMode {
  return useStoredValue(chosenMode) ?? byDefault;
}

export function chooseLinks(mode: LinkMode): void {
  chosenMode.write(mode);
}
