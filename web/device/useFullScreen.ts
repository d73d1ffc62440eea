import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

const isActive = () => document.fullscreenElement !== null;

async function toggle(): Promise<void> {
  await (isActive() ? document.exitFullscreen() : document.documentElement.requestFullscreen());
}

/** Shows the app without the browser's bars. An iPhone, for example, does not support it. */
export function useFullScreen() {
  return {
    supported: document.fullscreenEnabled === true,
    active: useSyncExternalStore(subscribe, isActive),
    /** Call it within a press. A refusal of the browser changes nothing. */
    toggle: () => void toggle().catch(() => undefined),
  };
}
