import { bareNumber, phoneOf } from './phone.ts';

/** Why a text is no telephone number; `words` of the web say it. */
export type PhoneDoubt =
  /** Letters, digits of another script, or a plus that is not at the beginning. */
  | 'characters'
  | 'short'
  | 'long'
  /** Nine digits that begin as no Chilean number does. */
  | 'area'
  /** A plus without the code of a country, for example a mobile without its 56. */
  | 'country'
  /** As long as a number of another country, but without a plus. */
  | 'abroad';

/** A telephone number as the reader understood it, or why not. */
export type PhoneReading =
  | { readonly kind: 'phone'; readonly e164: string; readonly display: string; readonly isChilean: boolean }
  | { readonly kind: 'doubt'; readonly doubt: PhoneDoubt };

type Groups = readonly (readonly [RegExp, string])[];

const chileanGroups: Groups = [
  [/^([29])(.{4})(.{4})$/, '$1 $2 $3'],
  [/^([68]00)(.{3})(.{3,4})$/, '$1 $2 $3'],
  [/^(..)(.{3})(.{4})$/, '$1 $2 $3'],
];
/** The ways of other countries differ, so the length alone decides: `11 98765 4321`, `202 555 0123`. */
const foreignGroups: Groups = [
  [/^(..)(.{5})(.{4})$/, '$1 $2 $3'],
  [/^(.{3})(.{3})(.{4})$/, '$1 $2 $3'],
  [/^(.{4})(.{4})$/, '$1 $2'],
];
/** The codes of one and two digits; all others have three. */
const countryCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Writes a number in E.164 in groups: `+56 9 8765 4321`. Others have groups of three. */
export function displayPhone(e164: string): string {
  const digits = e164.slice(1);
  const [code = ''] = countryCode.exec(digits) ?? [];
  const national = digits.slice(code.length);
  const known = code === '56' ? chileanGroups : foreignGroups;
  const [pattern, groups] = known.find(([each]) => each.test(national)) ?? [];
  const shown =
    pattern && groups ? national.replace(pattern, groups) : national.match(/\d{3}(?=\d\d)|\d+/g)?.join(' ');
  return `+${code} ${shown}`;
}

function doubtOf(bare: string): PhoneDoubt {
  if (!/^\+?[0-9]+$/.test(bare)) return 'characters';
  const isChilean = /^(\+|00)56/.test(bare) || (bare.startsWith('56') && bare.length > 9);
  const hasCountry = isChilean || /^(\+|00)/.test(bare);
  const digits = bare.replace(isChilean ? /^(\+|00)?560?/ : /^(\+|00|0)/, '');
  if (hasCountry && !isChilean) return digits.length > 15 ? 'long' : 'country';
  if (digits.length < 9) return 'short';
  if (digits.length === 9) return 'area';
  return isChilean ? 'long' : 'abroad';
}

/** Reads a telephone number as a person types it. */
export function readPhone(text: string): PhoneReading {
  const e164 = phoneOf(text);
  if (e164 === null) return { kind: 'doubt', doubt: doubtOf(bareNumber(text)) };
  return { kind: 'phone', e164, display: displayPhone(e164), isChilean: e164.startsWith('+56') };
}
