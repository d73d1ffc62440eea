/** A `ref` that moves the focus to its element as soon as it is on the page. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
