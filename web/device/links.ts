import { useSyncExternalStore } from 'react';

// Part of the first load: keep it small.

/** How links to WhatsApp and to the map are offered: to open here, or as QR codes for the passenger's own phone. */
export type LinkMode = 'open' | 'codes';

const key = 'links';
const installed = '(display-mode: fullscreen), (display-mode: standalone)';

/** An installed app has no tab to come back from. Any page may become full screen later. */
const byDefault: LinkMode =
  window.matchMedia(installed).matches && !document.fullscreenElement ? 'codes' : 'open';

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** A setting of the device: it stays when the driver signs out. An installed app begins with codes. */
export function useLinks(): LinkMode {
  return useSyncExternalStore(subscribe, () => (localStorage.getItem(key) as LinkMode | null) ?? byDefault);
}

export function chooseLinks(mode: LinkMode): void {
  localStorage.setItem(key, mode);
  // The browser sends it only to the other tabs.
  window.dispatchEvent(new Event('storage'));
}
