/** Gives a text to the person as a file. */
export function downloadText(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser must have begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
