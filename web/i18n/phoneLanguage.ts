import { isLanguage, type Language } from '../../shared/languages.ts';

/**
 * The first of our languages that a phone asks for; undefined for a phone that speaks none of them.
 * @param search the query of the address, for example `?lang=de`
 * @param chosen the choice stored on this device
 * @param wanted the phone's languages, preferred first, for example `['de-CH', 'fr']`
 */
export function spokenLanguage(
  search: string,
  chosen: string | null,
  wanted: readonly string[],
): Language | undefined {
  const tags = [new URLSearchParams(search).get('lang'), chosen, ...wanted];
  return tags.map((tag) => tag?.slice(0, 2).toLowerCase() ?? '').find(isLanguage);
}

/** The language of a public page. The parameters are those of `spokenLanguage`. */
export function phoneLanguage(
  search: string,
  chosen: string | null,
  wanted: readonly string[],
  fallback: Language,
): Language {
  return spokenLanguage(search, chosen, wanted) ?? fallback;
}
