import { isLanguage, type Language } from '../../shared/languages.ts';

/**
 * The language of a public page.
 * @param search the query of the address, for example `?lang=de`
 * @param chosen the choice stored on this device
 * @param wanted the phone's languages, preferred first, for example `['de-CH', 'fr']`
 */
export function phoneLanguage(
  search: string,
  chosen: string | null,
  wanted: readonly string[],
  fallback: Language,
): Language {
  const tags = [new URLSearchParams(search).get('lang'), chosen, ...wanted];
  return tags.map((tag) => tag?.slice(0, 2).toLowerCase() ?? '').find(isLanguage) ?? fallback;
}
