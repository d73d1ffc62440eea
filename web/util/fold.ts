/** Letters whose stroke or missing dot Unicode does not take apart. */
const strokes: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ı: 'i' };

/** The text without accents and capital letters, for a search that ignores both. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[øđłı]/g, (letter) => strokes[letter] ?? letter);
}
