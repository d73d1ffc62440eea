import { startTransition, useCallback, useState } from 'react';

/** Whether a dialog is open, and what opens and closes it. */
export interface DialogState {
  readonly open: boolean;
  readonly show: () => void;
  readonly close: () => void;
}

/** A dialog opens in a transition: on a slow phone the button answers to the finger first. */
export function useDialog(): DialogState {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => startTransition(() => setOpen(true)), []);
  const close = useCallback(() => setOpen(false), []);
  return { open, show, close };
}
