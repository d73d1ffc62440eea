import { useEffectEvent } from 'react';
import { isModalOpen } from '../../ui/modal.ts';
import { useWhileShown } from '../../util/useWhileShown.ts';

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
  useWhileShown((signal) => window.addEventListener('keydown', (event) => latest(event), { signal }), []);
}
