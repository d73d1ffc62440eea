import type { Language } from '../../i18n/languages.ts';

/** Always with one decimal, in the way of the language: 4.8 is `4,8` in Spanish, 5 is `5,0`. */
export function formatRating(rating: number, language: Language): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    rating,
  );
}
