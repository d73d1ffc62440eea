import { withoutSeparators } from './separators.ts';

/** A plate without separators: Chilean ones (BBBB12, BB1234), and those of other vehicles and countries. */
export const platePattern = /^[A-Z0-9]{4,8}$/;

/** Vehicles since 2007 (BBBB12) and before (BB1234), and motorcycles. */
export function isChileanPlate(plate: string): boolean {
  return /^([A-Z]{4}\d{2}|[A-Z]{2}\d{4}|[A-Z]{3}0?\d{2,3})$/.test(plate);
}

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

/** Writes a Chilean plate in pairs: BBBB12 is BB·BB·12. Plates without six characters stay as they are. */
export function plateInPairs(plate: string): string {
  const signs = normalizePlate(plate);
  return signs.length === 6 ? `${signs.slice(0, 2)}·${signs.slice(2, 4)}·${signs.slice(4)}` : plate;
}
