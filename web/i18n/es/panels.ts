/** Labels of the tours and the places. Their texts are in `tours.ts` and `places.ts`. */
export const panels = {
  tours: {
    threeHours: '3 Horas',
    fullDay: 'Tour de un día',
    stops: 'Paradas',
    taxiTime: 'Tiempo estimado de taxi',
  },
  places: {
    cities: 'Ciudades',
    categories: 'Categorías',
    historic: 'Históricos',
    nature: 'Naturaleza',
    shopping: 'Compras',
    hours: 'Horario',
    address: 'Dirección',
    fee: 'Entrada',
    free: 'Gratis',
    variable: 'Variable',
    perLiftRide: (from: string, to: string) => `${from} a ${to} por viaje en ascensor`,
  },
};
