import { languageTable, type Language } from '../../shared/languages.ts';

/**
 * Always with one decimal, in the way of the language: 4.8 is `4,8` in Spanish, 5 is `5,0`. Without `Intl`, whose first
 * use takes a slow phone 70 ms before it shows anything.
 */
export function formatRating(rating: number, language: Language): string {
  return rating.toFixed(1).replace('.', languageTable[language].decimal);
}
