/** Dialogs that `openModal` has opened, oldest first. */
const opened = new Set<HTMLDialogElement>();
let scrollLocks = 0;

/**
 * Opens a dialog above the page. Pass it as the `ref` of a `<dialog>` that is mounted only while it is open. In a page that
 * is inert as a whole the dialog is inert too: otherwise it would take the focus, even from the page around a frame.
 * @returns close; the focus goes back to the element that had it
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  dialog.inert = document.documentElement.inert;
  dialog.showModal();
  opened.add(dialog);
  return () => {
    opened.delete(dialog);
    dialog.close();
    if (opener instanceof HTMLElement) opener.focus();
  };
}

export function isModalOpen(): boolean {
  return opened.size > 0;
}

/** Asks every open dialog to close, as the Escape key does. */
export function dismissModals(): void {
  for (const dialog of opened) dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
}

/**
 * Stops the page behind a dialog from scrolling, by an attribute of the root that the styles follow.
 * @returns unlock; the page scrolls again when every lock, for example that of an outer dialog, is released
 */
export function lockScrolling(): () => void {
  const { dataset } = document.documentElement;
  scrollLocks += 1;
  dataset['locked'] = '';
  return () => {
    scrollLocks -= 1;
    if (scrollLocks === 0) delete dataset['locked'];
  };
}
