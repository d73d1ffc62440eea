import { useCallback, useEffect, useRef, useState } from 'react';
import { mapsUrl } from '../data/environment.ts';

/** Shorter than the five seconds a browser lets a page open a tab after a press. Milliseconds. */
const patience = 3_500;

/** `latitude,longitude`; empty when it is refused, unknown, or takes too long. */
function locate(): Promise<string> {
  return new Promise((resolve) => {
    const giveUp = () => resolve('');
    // The browser's own timeout does not count the time its question is open.
    setTimeout(giveUp, patience);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(`${coords.latitude},${coords.longitude}`),
      giveUp,
      { timeout: patience, maximumAge: 60_000 },
    );
  });
}

/** Whether the page may know where it is; `granted` too where the browser cannot say. Follows changes. */
function useGeolocationPermission() {
  const permission = useRef<PermissionState>('geolocation' in navigator ? 'granted' : 'denied');
  useEffect(() => {
    if (!navigator.permissions || !('geolocation' in navigator)) return undefined;
    let status: PermissionStatus | undefined;
    const follow = () => {
      if (status) permission.current = status.state;
    };
    const watch = async () => {
      status = await navigator.permissions.query({ name: 'geolocation' });
      follow();
      status.addEventListener('change', follow);
    };
    watch().catch(() => undefined);
    return () => status?.removeEventListener('change', follow);
  }, []);
  return permission;
}

export interface OpenMaps {
  /** Opens the maps service in a new tab, at this place if that may be known. */
  readonly openMaps: () => void;
  readonly locating: boolean;
}

/**
 * Where the position is granted, the tab is opened within the press, so that no pop-up blocker stops it, and
 * sent to the map when the position is there. Where the browser still has to ask, its question is shown on this
 * page, and the tab follows the answer.
 */
export function useOpenMaps(): OpenMaps {
  const permission = useGeolocationPermission();
  const [locating, setLocating] = useState(false);
  const busy = useRef(false);

  const openMaps = useCallback(async () => {
    if (busy.current) return;
    if (permission.current === 'denied') {
      window.open(mapsUrl(''), '_blank', 'noopener');
      return;
    }
    const tab = permission.current === 'granted' ? window.open('', '_blank') : null;
    if (tab) tab.opener = null;
    busy.current = true;
    setLocating(true);
    const url = mapsUrl(await locate());
    busy.current = false;
    setLocating(false);
    if (tab) tab.location.replace(url);
    else window.open(url, '_blank', 'noopener');
  }, [permission]);

  return { openMaps: () => void openMaps(), locating };
}
