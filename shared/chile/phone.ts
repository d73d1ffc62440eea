import { withoutSeparators } from './separators.ts';

/*
 * Telephone numbers as people in Chile write them. `private.phone_of` in supabase/schemas/01_private.sql reads the same:
 * a test compares both, so the expressions use only syntax with one meaning in JavaScript and PostgreSQL.
 */

/** The number inside a pasted link to a chat or a call. */
const link =
  /^ *(?:(?:https?:[/][/])?(?:wa[.]me[/]|api[.]whatsapp[.]com[/]send[/]?[?]phone=)|tel:)(?:%2B)?([+]?[0-9().-]+)(?:[?&#/][^ ]*)? *$/i;

/**
 * A Chilean number with or without its country code and the 0 that people put in front of it: mobiles, Santiago (2), the
 * other regions, 800 and 600.
 */
const chilean =
  /^(?:(?:[+]|00)?56)?0?(9[0-9]{8}|2[2-9][0-9]{7}|(?:3[2-5]|4[1-5]|5[1-378]|6[13-57]|7[1-35])[2-9][0-9]{6}|800[0-9]{6}|600[0-9]{7})$/;

/**
 * A number of another country, which must begin with its code: 9 to 15 digits. Nine digits from 9 on are a Chilean mobile
 * that lacks 56 behind the plus, no number of +90 to +99.
 */
const foreign =
  /^(?:[+]|00)(?=[0-9]{9,15}$)(?!56|9[0-9]{8}$)((?:1[2-9]|20|21[12368]|2[2346][0-9]|25[0-8]|27|29[01789]|3[0-469]|3[57][0-9]|38[0-79]|4[013-9]|42[013]|5[1-578]|5[09][0-9]|6[0-6]|67[02-9]|68[0-9]|69[0-2]|7[0-9]|8[1246]|85[02356]|87[08]|88[0-36]|9[0-58]|96[0-8]|97[0-79]|99[2-68])[0-9]*)$/;

/** The 0 that is dialled within a country, in the brackets of `+44 (0)20`. A few countries, such as Italy, dial it always. */
const innerZero = /^([^0-9+]*(?:[+]|00)[^0-9+]*(?!39|22[59]|24[12]|37[89])[1-9][0-9]{0,2}[^0-9(]*)[(]0[)]/;

/** Arabic, Persian and full-width digits, and the plus beside these. */
const otherDigits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９＋';

/** The text in plain digits, without what people write between the groups of a number. */
export function bareNumber(text: string): string {
  const plain = text.replace(/[٠-٩۰-۹０-９＋]/g, (sign) =>
    sign === '＋' ? '+' : String(otherDigits.indexOf(sign) % 10),
  );
  return withoutSeparators(plain.replace(link, '$1').replace(innerZero, '$1'));
}

/** The number in E.164 (`+56987654321`); null for what is no number, or could be more than one. */
export function phoneOf(text: string): string | null {
  const bare = bareNumber(text);
  const [, national] = chilean.exec(bare) ?? [];
  if (national !== undefined) return `+56${national}`;
  const [, abroad] = foreign.exec(bare) ?? [];
  return abroad === undefined ? null : `+${abroad}`;
}
