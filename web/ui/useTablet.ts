import { useSyncExternalStore } from 'react';

/** As the variant `tablet` of `styles/theme.css`: a phone held sideways is no tablet. */
const query = '(min-width: 37.5rem) and (min-height: 37.5rem)';

function subscribe(onChange: () => void): () => void {
  const device = window.matchMedia(query);
  device.addEventListener('change', onChange);
  return () => device.removeEventListener('change', onChange);
}

/** Whether the screen is a tablet, for what CSS cannot decide. */
export function useTablet(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
