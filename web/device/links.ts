import { useSyncExternalStore } from 'react';

/** How links to WhatsApp and to the map are offered: to open here, or as QR codes for the passenger's own phone. */
export type LinkMode = 'open' | 'codes';

const key = 'links';
const installed = '(display-mode: fullscreen), (display-mode: standalone)';
const listeners = new Set<() => void>();

/** Whether the page opened as an installed app, which has no tab to come back from. A page may become full screen later. */
const isInstalled = window.matchMedia(installed).matches && document.fullscreenElement === null;

const current = (): LinkMode =>
  (localStorage.getItem(key) as LinkMode | null) ?? (isInstalled ? 'codes' : 'open');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A setting of the device: it stays when the driver signs out. An installed app begins with codes. */
export function useLinks(): LinkMode {
  return useSyncExternalStore(subscribe, current);
}

export function chooseLinks(mode: LinkMode): void {
  localStorage.setItem(key, mode);
  for (const listener of listeners) listener();
}
