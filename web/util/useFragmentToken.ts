import { useSyncExternalStore } from 'react';
import { secretOf } from './lengthened.ts';

/** The token of the last link that was opened in this page. */
let taken = '';

/** The token, which goes out of the address: none stays in the bar or in the history. The same one until another link opens. */
function takeToken(): string {
  const token = secretOf(window.location.hash);
  if (token !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  taken = token || taken;
  return taken;
}

/** Another link may be opened in the same tab, which only changes the hash. @returns unsubscribe */
function onHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The token of a link such as `/tablet#<token>`; empty text for a page that was opened without one. */
export function useFragmentToken(): string {
  return useSyncExternalStore(onHash, takeToken);
}
