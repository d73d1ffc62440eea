/** Formats a Chilean plate in pairs: BBBB12 is BB·BB·12. Plates without six characters stay as they are. */
export function plateInPairs(plate: string): string {
  const signs = plate.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return signs.length === 6 ? `${signs.slice(0, 2)}·${signs.slice(2, 4)}·${signs.slice(4)}` : plate;
}
