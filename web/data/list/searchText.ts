/** Text that was typed as search, without characters that the database does not store. */
export function withoutControls(text: string): string {
  return text.replace(/\p{Control}/gu, ' ');
}
