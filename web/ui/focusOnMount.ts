/** A `ref` that moves the focus to its element as soon as it is on the page. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/** A `ref` that gives its element the focus if nothing has it, as after the screen before it has gone. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
