import { startTransition, useCallback, useState } from 'react';

/** The state of a dialog. It opens in a transition: on a slow phone the button reacts to the finger first. */
export function useDialog() {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => startTransition(() => setOpen(true)), []);
  return { open, show, close: () => setOpen(false) };
}
