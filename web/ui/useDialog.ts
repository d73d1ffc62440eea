import { startTransition, useCallback, useState } from 'react';

export interface DialogState {
  readonly open: boolean;
  readonly show: () => void;
  readonly close: () => void;
}

/** The state of a dialog. It opens in a transition: on a slow phone the button reacts to the finger first. */
export function useDialog(): DialogState {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => startTransition(() => setOpen(true)), []);
  const close = useCallback(() => setOpen(false), []);
  return { open, show, close };
}
