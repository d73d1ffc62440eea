import type { Language } from './languages.ts';

/** The forms of a text by the categories of CLDR: each language has some of them, and all have `other`. */
export type PluralForms = { readonly other: string } & {
  readonly [Category in Exclude<Intl.LDMLPluralRule, 'other'>]?: string;
};

/** Making the rules takes far longer than asking them. */
const rules = new Map<Language, Intl.PluralRules>();

/**
 * Chooses the form for a number by the rules of the language, `other` where the category has no form. Zero is `one` in French
 * and Portuguese, and 21 is in Slavic languages, so that `one` names the number too.
 */
export function plural(language: Language, count: number, forms: PluralForms): string {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return forms[known.select(count)] ?? forms.other;
}
