import { withoutSeparators } from './separators.ts';

/** A RUT without dots, dash and leading zeros. `private.rut_of` in supabase/schemas/01_private.sql reads the same. */
const bareRut = /^([0-9]{0,3})([0-9]{3})([0-9]{3})([0-9kK])$/;

/** The check digit that belongs to the digits of a RUT: modulo 11, with the factors 2 to 7 from the right. */
function checkDigit(digits: string): string {
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (2 + ((digits.length - 1 - place) % 6)),
    0,
  );
  const rest = 11 - (sum % 11);
  if (rest === 11) return '0';
  return rest === 10 ? 'K' : String(rest);
}

/** A RUT in its usual form (`76.543.210-3`), or why the text is none. */
export type RutReading =
  | { readonly kind: 'rut'; readonly rut: string }
  | { readonly kind: 'doubt'; readonly doubt: 'form' | 'check_digit' };

/** Reads a RUT as a person types it. */
export function readRut(text: string): RutReading {
  const bare = withoutSeparators(text).replace(/^0+/, '');
  const [, ...parts] = bareRut.exec(bare) ?? [];
  const given = parts.pop()?.toUpperCase();
  if (given === undefined) return { kind: 'doubt', doubt: 'form' };
  if (checkDigit(parts.join('')) !== given) return { kind: 'doubt', doubt: 'check_digit' };
  return { kind: 'rut', rut: `${parts.filter(Boolean).join('.')}-${given}` };
}
