import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { Json } from '../../../shared/database.types.ts';
import type { Language } from '../../../shared/languages.ts';
import { staffLanguageOf } from '../../../shared/staff-languages.ts';
import { nameOfAct, wordOf } from '../../i18n/actNames.ts';
import { useNamespaceIn } from '../../i18n/namespaces.ts';
import { formatIn } from '../parts/useFormat.ts';

type Words = Readonly<Record<string, string>>;

/** The names and values of personal data as a person reads them. */
export interface CopyText {
  /** The word for a name; the name itself when no word is known. */
  readonly word: (words: Words, name: string) => string;
  readonly label: (name: string) => string;
  /** Empty for no value, and for a list of records, which is more than a text. */
  readonly of: (name: string, value: Json | undefined) => string;
}

type Fields = { readonly [name: string]: Json | undefined };

export const isRecord = (value: Json | undefined): value is Fields & Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields whose values are codes of the program. */
const coded = new Set(['by', 'channel', 'kind', 'outcome', 'state']);

/** Writes personal data in a language. The log is written in the languages of staff. */
export function useCopyText(language: Language): CopyText {
  const t = useNamespaceIn('dataCopy', language);
  const { words: reasons } = useNamespaceIn('reasons', language);
  const acts = useNamespaceIn('audit', staffLanguageOf(language));
  const format = formatIn(language);
  const word = (words: Words, name: string) => wordOf(words, name) ?? name;
  const label = (name: string) => word(t.labels, name);
  const ofText = (name: string, value: string): string => {
    if (name === 'action') return nameOfAct(value, acts);
    if (name === 'license_plate') return plateInPairs(value);
    if (name === 'reasons') return word(reasons, value);
    if (coded.has(name)) return word(t.codes, value);
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return `${format.day(value)} ${format.clock(value)}`;
    return /^\d{4}-\d\d-\d\d$/.test(value) ? format.plainDay(value) : value;
  };
  const of: CopyText['of'] = (name, value) => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    if (typeof value === 'number') return Number.isInteger(value) ? String(value) : format.rating(value);
    if (typeof value === 'string') return ofText(name, value);
    if (Array.isArray(value))
      return value.some(isRecord) ? '' : value.map((each) => of(name, each)).join(', ');
    const facts = Object.entries(value).map(([key, each]) => [label(key), of(key, each)] as const);
    return facts.flatMap(([key, each]) => (each ? `${key}: ${each}` : [])).join(' · ');
  };
  return { word, label, of };
}
