// The figures of the information panels. Prices in Chilean pesos, times in minutes.

export const airportToCentreMinutes = 25;
export const gates = { domestic: 5, international: 3 } as const;
export const maximumReturnWaitMinutes = 15;

/** Routes from the airport, nearest first. The name of the centre, which is no district, is translated. */
export const popularRoutes = [
  { district: null, minutes: 25, pesos: 15_000 },
  { district: 'Providencia', minutes: 35, pesos: 18_000 },
  { district: 'Las Condes', minutes: 40, pesos: 22_000 },
  { district: 'Vitacura', minutes: 45, pesos: 25_000 },
] as const;

export const lowestPesos = Math.min(...popularRoutes.map(({ pesos }) => pesos));
