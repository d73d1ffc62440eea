import { displayPhone } from '../../../shared/chile/phone-reading.ts';
import { phoneOf } from '../../../shared/chile/phone.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { Json } from '../../../shared/database.types.ts';
import type { Language } from '../../../shared/languages.ts';
import { staffLanguageOf } from '../../../shared/staff-languages.ts';
import { nameOfAct, wordOf } from '../../i18n/actNames.ts';
import { useNamespaceIn } from '../../i18n/namespaces.ts';
import { formatIn } from '../parts/useFormat.ts';

/** A part of the data, such as the account or one shift. */
export type CopyRecord = { readonly [name: string]: Json | undefined };
type Words = Readonly<Record<string, string>>;

/** The names and values of personal data as a person reads them. A name that has no word stands for itself. */
export interface CopyText {
  readonly heading: (name: string) => string;
  readonly label: (name: string) => string;
  /** Empty for no value, and for a list of records, which is more than a text. */
  readonly of: (name: string, value: Json | undefined) => string;
  /** The headings of the data in the order of the sheet. */
  readonly parts: (data: CopyRecord) => readonly string[];
  /** The fields that have a text in any of the records, in the order of the sheet. */
  readonly fields: (records: readonly CopyRecord[]) => readonly string[];
}

const isRecord = (value: Json | undefined): value is CopyRecord & Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records of a part: an account is one, a list of shifts has one for each. */
export const recordsOf = (value: Json | undefined): readonly CopyRecord[] =>
  (Array.isArray(value) ? value : [value]).filter(isRecord);

/** The names of the lists of records inside of a record. */
export const listsOf = (record: CopyRecord): readonly string[] =>
  Object.keys(record).filter((name) => Array.isArray(record[name]) && recordsOf(record[name]).length > 0);

/** Names without a word stand last. */
function inOrder(words: Words, names: readonly string[]): readonly string[] {
  const known = Object.keys(words).filter((name) => names.includes(name));
  return [...known, ...names.filter((name) => !known.includes(name))];
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
      return value.some(isRecord) ? '' : value.map((each) => of(name, each)).join(', ');
    return fields([value])
      .map((key) => `${label(key)}: ${of(key, value[key])}`)
      .join(' · ');
  };
  const fields: CopyText['fields'] = (records) => {
    const names = records.flatMap((record) =>
      Object.keys(record).filter((name) => of(name, record[name]) !== ''),
    );
    return inOrder(t.labels, [...new Set(names)]);
  };
  return {
    heading: (name) => word(t.headings, name),
    label,
    of,
    parts: (data) => inOrder(t.headings, Object.keys(data)),
    fields,
  };
}
