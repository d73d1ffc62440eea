import { useSyncExternalStore } from 'react';

export interface FullScreen {
  /** False on an iPhone, for example. */
  readonly supported: boolean;
  readonly active: boolean;
  /** Call it within a press. A refusal of the browser changes nothing. */
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

/** Shows the app without the browser's bars. */
export function useFullScreen(): FullScreen {
  const active = useSyncExternalStore(subscribe, isActive);
  return {
    supported: document.fullscreenEnabled === true,
    active,
    toggle: () => void toggle().catch(() => undefined),
  };
}
