import { startTransition, useState } from 'react';

/** The state of a dialog. It opens in a transition: on a slow phone the button reacts to the finger first. */
export function useDialog() {
  const [open, setOpen] = useState(false);
  return { open, show: () => startTransition(() => setOpen(true)), close: () => setOpen(false) };
}
