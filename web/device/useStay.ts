import { useEffect } from 'react';
import { closeDialogs } from './closeDialogs.ts';

const mark = 'stay';

/** A step of the history that leads to this same screen. */
function pushStep(): void {
  window.history.pushState(mark, '');
}

/**
 * The browser's way back leads nowhere: a passenger who goes back closes the open panel, and stays.
 * A browser heeds this only on a page that has been touched; before that it leaves out such steps.
 */
export function useStay(): void {
  useEffect(() => {
    if (window.history.state !== mark) pushStep();
    const stay = () => {
      closeDialogs();
      pushStep();
    };
    window.addEventListener('popstate', stay);
    return () => window.removeEventListener('popstate', stay);
  }, []);
}
