/** Formats a price the Chilean way, in every language: 15000 is `$15.000`. */
export function formatPesos(pesos: number): string {
  return `$${String(pesos).replace(/\B(?=(\d{3})+$)/g, '.')}`;
}
