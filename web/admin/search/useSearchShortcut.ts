import { useEffectEvent, useLayoutEffect } from 'react';
import { isModalOpen } from '../../ui/modal.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Calls `onPress` for `/` outside of a field and for Ctrl+K or ⌘K everywhere, unless a dialog is open. */
export function useSearchShortcut(onPress: () => void): void {
  const latest = useEffectEvent((event: KeyboardEvent) => {
    const isSlash = event.key === '/' && !isTyping(event.target);
    const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if ((!isSlash && !isK) || event.altKey || isModalOpen()) return;
    event.preventDefault();
    onPress();
  });
  // Before the field is painted: on a busy device a key pressed right after would be lost, with all that is typed next.
  useLayoutEffect(() => {
    const ending = new AbortController();
    window.addEventListener('keydown', (event) => latest(event), { signal: ending.signal });
    return () => ending.abort();
  }, []);
}
