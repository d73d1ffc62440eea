/** Moves the focus into a form that replaces the button that had it; for `ref`. */
export function focusField(element: HTMLElement | null): void {
  element?.querySelector('input')?.focus();
}
