/** Moves the focus into a form that replaces the button that had it, or that opens in a dialog; for `ref`. */
export function focusField(element: HTMLElement | null): void {
  const input = element?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  if (!input) return;
  // A dialog opens after its content is there, and moves the focus to the element with this attribute.
  input.autofocus = true;
  input.focus();
}

/** Moves the focus into a form that holds what it edits, with the first field selected; for `ref`. */
export function selectField(element: HTMLElement | null): void {
  element?.querySelector('input')?.select();
}

/** Focuses the first field of a form that is marked invalid. @returns whether there is one */
export function focusInvalid(form: HTMLFormElement, select: boolean): boolean {
  const invalid = Array.from(form.elements).find((each) => each.getAttribute('aria-invalid') === 'true');
  if (!(invalid instanceof HTMLElement)) return false;
  invalid.focus();
  if (select && invalid instanceof HTMLInputElement) invalid.select();
  return true;
}
