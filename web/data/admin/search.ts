import { normalizePlate } from '../../../shared/chile/plate.ts';
import { withoutSeparators } from '../../../shared/chile/separators.ts';
import { withoutControls } from './page.ts';

const wordsLookedAt = 6;

/** Letters that Spanish, Portuguese, French and German write with marks: “munoz” finds Muñoz. */
const letterVariants: Record<string, string> = {
  a: 'aáàâãäå',
  c: 'cç',
  e: 'eéèêë',
  i: 'iíìîï',
  n: 'nñ',
  o: 'oóòôõö',
  u: 'uúùûü',
};

/** A regular expression that matches `word` itself, with or without its accents. */
function accentBlind(word: string): string {
  const letters = word
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return Array.from(letters, (letter) => {
    const variants = letterVariants[letter];
    return variants ? `[${variants}${variants.toUpperCase()}]` : letter.replace(/[^\p{L}\p{N}]/u, '\\$&');
  }).join('');
}

/** A value inside `or=(…)`: quoted, so that commas, parentheses, quotes and backslashes are only text. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * The conditions of a search, one `or=(…)` for each word: one of `columns` or the plate must contain every word. Plates
 * are found as stored and as shown (BB·BB·12). Regular expressions (`imatch`), because in `ilike` the protocol reads
 * every `*` as `%`.
 * @param search as typed; the first six words count
 */
export function searchFilters(search: string, columns: readonly string[]): string[] {
  // A mark alone stands between the groups of a plate: BB · CL · 12.
  const words = withoutControls(search)
    .split(/\s+/)
    .filter((word) => withoutSeparators(word) !== '');
  return words.slice(0, wordsLookedAt).map((word) => {
    const plate = normalizePlate(word);
    const expression = quoted(accentBlind(word));
    return [
      ...columns.map((column) => `${column}.imatch.${expression}`),
      ...(/^[A-Z0-9]+$/.test(plate) ? [`license_plate.ilike.*${plate}*`] : []),
    ].join(',');
  });
}
