import type { Language } from '../../shared/languages.ts';

const and: Readonly<Record<Language, string>> = { es: 'y', en: 'and', fr: 'et', pt: 'e', de: 'und' };

/** The sound of “y”, before which Spanish says “e”; a diphthong has another. */
const soundsAsY = /^(?:[ií]|hi(?![ae]))/i;

/**
 * Joins the parts of a list as a sentence does: “a, b and c”, as `Intl.ListFormat` does too. The first screen has such a list,
 * and the first formatter of a page takes a slow phone a tenth of a second.
 */
export function formatList(parts: readonly string[], language: Language): string {
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return last;
  const word = language === 'es' && soundsAsY.test(last) ? 'e' : and[language];
  return `${parts.slice(0, -1).join(', ')} ${word} ${last}`;
}
