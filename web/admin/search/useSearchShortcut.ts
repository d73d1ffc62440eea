import { useEffect, useEffectEvent } from 'react';
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
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
