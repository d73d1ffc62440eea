/** Asks every open dialog to close, whoever has opened it, as the Escape key does. Answers whether there was one. */
export function closeDialogs(): boolean {
  const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog[open]');
  for (const dialog of dialogs) dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  return dialogs.length > 0;
}
