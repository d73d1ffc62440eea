import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import { withoutSeparators } from '../../../shared/chile/separators.ts';
import type { Database } from '../../../shared/database.types.ts';
import { fold } from '../../util/fold.ts';

/** Text that was typed as search, without characters that the database does not store. */
export function withoutControls(text: string): string {
  return text.replace(/\p{Control}/gu, ' ');
}

const wordsLookedAt = 6;

type Relations = Database['public']['Tables'] & Database['public']['Views'];

/** The columns that the search of each list looks in, by table or view. */
export const searchedColumns = {
  drivers: ['name', 'driver_code', 'license_plate'],
  vehicles: ['brand_model', 'colour', 'registration_number', 'license_plate'],
  document_list: ['owner_name', 'number', 'kind', 'license_plate'],
  case_list: ['number', 'body', 'place', 'email', 'phone', 'driver_name', 'license_plate'],
  trip_list: ['searched', 'license_plate'],
  printed_cards: ['driver_name', 'license_plate'],
  rights_request_list: ['number', 'name', 'body', 'email', 'phone'],
  breaches: ['what', 'which_data'],
} as const satisfies { readonly [Name in keyof Relations]?: readonly (keyof Relations[Name]['Row'])[] };

/** Letters that the languages of Europe write with marks: “munoz” finds Muñoz, “lodz” Łódź. */
const letterVariants: Record<string, string> = {
  a: 'aáàâãäåāăą',
  c: 'cçćč',
  d: 'dďđ',
  e: 'eéèêëēėęě',
  g: 'gğ',
  i: 'iíìîïīįı',
  l: 'lł',
  n: 'nñńň',
  o: 'oóòôõöōőø',
  r: 'rŕř',
  s: 'sśşšș',
  t: 'tťţț',
  u: 'uúùûüūůűų',
  y: 'yýÿ',
  z: 'zźżž',
};

/** A regular expression that matches `word` itself, with or without its accents. */
function accentBlind(word: string): string {
  const letters = fold(word);
  return Array.from(letters, (letter) => {
    const variants = letterVariants[letter];
    return variants ? `[${variants}${variants.toUpperCase()}]` : letter.replace(/[^\p{L}\p{N}]/u, '\\$&');
  }).join('');
}

/** A value inside `or=(…)`: quoted, so that commas, parentheses, quotes and backslashes are only text. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** The condition that a plate contains a word; none for a word with a sign that no plate has. */
function plateFilters(word: string): string[] {
  const plate = normalizePlate(word);
  return /^[A-Z0-9]+$/.test(plate) ? [`license_plate.ilike.*${plate}*`] : [];
}

/**
 * The conditions of a search, one `or=(…)` for each word: one of the list's columns must contain every word. Plates are
 * found as stored and as shown (BB·BB·12). Regular expressions (`imatch`), because in `ilike` the protocol reads every
 * `*` as `%`.
 * @param search as typed; the first six words count
 * @param list the table or view of the list
 */
export function searchFilters(search: string, list: keyof typeof searchedColumns): string[] {
  // A mark alone stands between the groups of a plate: BB · CL · 12.
  const words = withoutControls(search)
    .split(/\s+/)
    .filter((word) => withoutSeparators(word) !== '');
  return words.slice(0, wordsLookedAt).map((word) => {
    const expression = quoted(accentBlind(word));
    return searchedColumns[list]
      .flatMap((column) =>
        column === 'license_plate' ? plateFilters(word) : [`${column}.imatch.${expression}`],
      )
      .join(',');
  });
}
