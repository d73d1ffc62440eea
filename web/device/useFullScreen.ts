import { useSyncExternalStore } from 'react';

export interface FullScreen {
  /** False for example on an iPhone. */
  readonly supported: boolean;
  readonly active: boolean;
  /** Must be called within a press. What the browser refuses changes nothing. */
  readonly toggle: () => void;
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

const isActive = () => document.fullscreenElement !== null;

async function toggle(): Promise<void> {
  await (isActive() ? document.exitFullscreen() : document.documentElement.requestFullscreen());
}

/** The whole screen for the app, without the browser's own bars. */
export function useFullScreen(): FullScreen {
  const active = useSyncExternalStore(subscribe, isActive);
  return {
    supported: document.fullscreenEnabled === true,
    active,
    toggle: () => void toggle().catch(() => undefined),
  };
}
