import { dismissModals } from '../ui/modal.ts';
import { useWhileShown } from '../util/useWhileShown.ts';

const mark = 'stay';

/** Adds a history entry that leads to this same screen. */
const pushStep = () => window.history.pushState(mark, '');

/**
 * Going back closes the open panel and stays on the screen. Browsers skip such history entries on a page that nobody has
 * touched yet.
 */
export function useStay(): void {
  useWhileShown((signal) => {
    if (window.history.state !== mark) pushStep();
    const stay = () => {
      dismissModals();
      pushStep();
    };
    window.addEventListener('popstate', stay, { signal });
  }, []);
}
