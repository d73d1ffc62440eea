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
  const ours = (tag: string | null): Language | undefined => {
    const language = tag?.slice(0, 2).toLowerCase() ?? '';
    return isLanguage(language) ? language : undefined;
  };
  const given = ours(new URLSearchParams(search).get('lang')) ?? ours(chosen);
  if (given) return given;
  for (const tag of wanted) {
    const language = ours(tag);
    if (language) return language;
  }
  return fallback;
}
