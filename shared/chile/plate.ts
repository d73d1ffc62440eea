import { withoutSeparators } from './separators.ts';

/** A plate without separators: Chilean ones (BBBB12, BB1234), and those of other vehicles and countries. */
export const platePattern = /^[A-Z0-9]{4,8}$/;

/** Vehicles since 2007 (BBBB12) and before (BB1234), and motorcycles. */
export function isChileanPlate(plate: string): boolean {
  return /^([A-Z]{4}\d{2}|[A-Z]{2}\d{4}|[A-Z]{3}0?\d{2,3})$/.test(plate);
}

/** Writes a Chilean plate in pairs: BBBB12 is BB·BB·12. Plates without six characters stay as they are. */
export function plateInPairs(plate: string): string {
  const signs = withoutSeparators(plate).toUpperCase();
  return signs.length === 6 ? `${signs.slice(0, 2)}·${signs.slice(2, 4)}·${signs.slice(4)}` : plate;
}
