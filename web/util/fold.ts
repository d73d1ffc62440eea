/** The text without accents and capital letters, for a search that ignores both. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}
