/** An amount as prices are written in Chile, in every language: 15000 is `$15.000`. */
export function formatPesos(pesos: number): string {
  return `$${String(pesos).replace(/\B(?=(\d{3})+$)/g, '.')}`;
}
