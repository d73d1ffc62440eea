/**
 * Spaces and marks between the groups of a number or plate, also the invisible ones of a copied contact or web page.
 * `private.bare` in supabase/schemas/01_private.sql has the same.
 */
const separators =
  /[ \t\n\v\f\r\u00a0\u1680\u2000-\u2015\u2028-\u202f\u205f\u2060\u2212\u3000\ufeff.()/·•_-]/g;

export function withoutSeparators(text: string): string {
  return text.replace(separators, '');
}
