import { info } from './info.ts';
import { rating } from './rating.ts';

export const panels: typeof import('../es/panels.ts').panels = {
  info,
  rating,
  tours: {
    threeHours: '3 horas',
    fullDay: 'Passeio de um dia',
    stops: 'Paradas',
    taxiTime: 'Tempo estimado de táxi',
  },
  places: {
    cities: 'Cidades',
    categories: 'Categorias',
    historic: 'Históricos',
    nature: 'Natureza',
    shopping: 'Compras',
    hours: 'Horário',
    address: 'Endereço',
    fee: 'Entrada',
    free: 'Grátis',
    variable: 'Variável',
    perLiftRide: (from, to) => `${from} a ${to} por viagem de elevador`,
  },
};
