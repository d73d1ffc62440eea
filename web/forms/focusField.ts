/** Moves the focus into a form that replaces the button that had it; for `ref`. */
export function focusField(element: HTMLElement | null): void {
  element?.querySelector('input')?.focus();
}

/** Focuses the first field of a form that is marked invalid. @returns whether there is one */
export function focusInvalid(form: HTMLFormElement, select: boolean): boolean {
  const invalid = Array.from(form.elements).find((each) => each.getAttribute('aria-invalid') === 'true');
  if (!(invalid instanceof HTMLElement)) return false;
  invalid.focus();
  if (select && invalid instanceof HTMLInputElement) invalid.select();
  return true;
}
