import { useRef, useState, useSyncExternalStore } from 'react';
import { useCompany } from '../content/ContentProvider.tsx';
import { mapsUrl } from '../content/links.ts';

/** Shorter than the five seconds in which a browser lets a page open a tab after a press. */
const timeoutMs = 3_500;

/** `latitude,longitude`; empty when it is refused, unknown, or takes too long. */
export function locate(): Promise<string> {
  return new Promise((resolve) => {
    const giveUp = () => resolve('');
    // The browser's own timeout does not include the time in which it asks for permission.
    setTimeout(giveUp, timeoutMs);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(`${coords.latitude},${coords.longitude}`),
      giveUp,
      { timeout: timeoutMs, maximumAge: 60_000 },
    );
  });
}

/** The last known permission; null while the browser has not reported it. */
let permission: PermissionState | null = null;

function followPermission(changed: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = (status: PermissionStatus) => {
    const update = () => {
      permission = status.state;
      if (!signal.aborted) changed();
    };
    update();
    status.addEventListener('change', update, { signal });
  };
  navigator.permissions?.query({ name: 'geolocation' }).then(follow, () => undefined);
  return () => stopping.abort();
}

/** Whether the page may know the position; `granted` also where the browser cannot tell. */
const currentPermission = () => permission ?? ('geolocation' in navigator ? 'granted' : 'denied');

/**
 * Opens the maps service in a new tab, at this position if it is available. With permission, the tab opens within the
 * press, so that no pop-up blocker stops it, and loads the map once the position is known. Where the browser still has to
 * ask, its question appears on this page and the tab opens afterwards.
 */
export function useOpenMaps() {
  const allowed = useSyncExternalStore(followPermission, currentPermission);
  const company = useCompany();
  const [locating, setLocating] = useState(false);
  const busy = useRef(false);

  const openMaps = async () => {
    if (busy.current) return;
    const tab = allowed === 'granted' ? window.open('', '_blank') : null;
    if (tab) tab.opener = null;
    busy.current = true;
    setLocating(true);
    const url = mapsUrl(company, allowed === 'denied' ? '' : await locate());
    busy.current = false;
    setLocating(false);
    if (tab) tab.location.replace(url);
    else window.open(url, '_blank', 'noopener');
  };

  return { openMaps: () => void openMaps(), locating };
}
