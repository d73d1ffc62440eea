import { withoutSeparators } from './separators.ts';

/**
 * A Chilean plate with its check digit, as the registry and insurers write it: `BBCL12-3`, `BB·CL·12-K`. Without a mark
 * before the digit it may be a plate of Paraguay, which has seven characters.
 */
const checkDigit =
  /^([^a-zA-Z0-9]*(?:[a-zA-Z][^a-zA-Z0-9]*[a-zA-Z][^a-zA-Z0-9]*(?:[a-zA-Z][^a-zA-Z0-9]*[a-zA-Z]|[0-9]{2})[^a-zA-Z0-9]*[0-9]{2}|[a-zA-Z]{3}[^a-zA-Z0-9]*0?[0-9]{2}))[ \u00a0]*[-.\u2010-\u2015\u2212][ \u00a0]*[0-9kK][^a-zA-Z0-9]*$/;

/**
 * The plate as the database stores it: `bb·cl-12`, `BB CL 12` and `BBCL12-3` are all `BBCL12`. `private.plate_of` does the
 * same.
 */
export function normalizePlate(plate: string): string {
  return withoutSeparators(plate.replace(checkDigit, '$1')).replace(/[a-z]/g, (letter) =>
    letter.toUpperCase(),
  );
}
