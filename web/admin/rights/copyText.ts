import { displayPhone } from '../../../shared/chile/phone-reading.ts';
import { phoneOf } from '../../../shared/chile/phone.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { Json } from '../../../shared/database.types.ts';
import type { Language } from '../../../shared/languages.ts';
import { staffLanguageOf } from '../../../shared/staff-languages.ts';
import { nameOfAct, wordOf } from '../../i18n/actNames.ts';
import { useNamespaceIn } from '../../i18n/namespaces.ts';
import { formatIn } from '../parts/useFormat.ts';

export type CopyRecord = { readonly [name: string]: Json | undefined };
type Field = readonly [name: string, value: Json | undefined];
type Words = Readonly<Record<string, string>>;

/** The names and values of personal data as a person reads them. */
export interface CopyText {
  /** The name itself when no word is known. */
  readonly heading: (name: string) => string;
  readonly label: (name: string) => string;
  /** Empty for no value, and for a list of records, which is more than a text. */
  readonly of: (name: string, value: Json | undefined) => string;
  /** The headings of the data, and the fields of a record, in the order of the sheet. */
  readonly parts: (data: CopyRecord) => readonly Field[];
  readonly fields: (record: CopyRecord) => readonly Field[];
}

/** A part of the data as records: an account is one, a list of shifts has one for each. */
export const recordsOf = (value: Json | undefined): readonly CopyRecord[] =>
  (Array.isArray(value) ? value : [value]).filter(isCopyRecord);

export const isCopyRecord = (value: Json | undefined): value is CopyRecord & Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names and values of a record in the order of the words; those without one stand last. */
function inOrder(words: Words, fields: CopyRecord): readonly Field[] {
  const names = Object.keys(words);
  const place = (name: string) => (Object.hasOwn(words, name) ? names.indexOf(name) : names.length);
  return Object.entries(fields).toSorted(([one], [other]) => place(one) - place(other));
}

function shownPhone(phone: string): string {
  const e164 = phoneOf(phone);
  return e164 ? displayPhone(e164) : phone;
}

/** The fields whose values are codes of the program. */
const coded = new Set(['by', 'channel', 'kind', 'outcome', 'state']);

/** Writes personal data in a language. The log is written in the languages of staff. */
export function useCopyText(language: Language): CopyText {
  const { dataCopy: t } = useNamespaceIn('replies', language);
  const { words: reasons } = useNamespaceIn('reasons', language);
  const acts = useNamespaceIn('audit', staffLanguageOf(language));
  const format = formatIn(language);
  const word = (words: Words, name: string) => wordOf(words, name) ?? name;
  const label = (name: string) => word(t.labels, name);
  const ofText = (name: string, value: string): string => {
    if (name === 'action') return nameOfAct(value, acts);
    if (name === 'license_plate') return plateInPairs(value);
    if (name === 'phone' || name === 'contact') return shownPhone(value);
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
      return value.some(isCopyRecord) ? '' : value.map((each) => of(name, each)).join(', ');
    const facts = Object.entries(value).map(([key, each]) => [label(key), of(key, each)] as const);
    return facts.flatMap(([key, each]) => (each ? `${key}: ${each}` : [])).join(' · ');
  };
  return {
    heading: (name) => word(t.headings, name),
    label,
    of,
    parts: (data) => inOrder(t.headings, data),
    fields: (record) => inOrder(t.labels, record),
  };
}
