import { info } from './info.ts';
import { rating } from './rating.ts';

export const panels: typeof import('../es/panels.ts').panels = {
  info,
  rating,
  tours: {
    threeHours: '3 heures',
    fullDay: 'Circuit d’une journée',
    stops: 'Étapes',
    taxiTime: 'Temps de taxi estimé',
  },
  places: {
    cities: 'Villes',
    categories: 'Catégories',
    historic: 'Historique',
    nature: 'Nature',
    shopping: 'Shopping',
    hours: 'Horaires',
    address: 'Adresse',
    fee: 'Entrée',
    free: 'Gratuit',
    variable: 'Variable',
    perLiftRide: (from, to) => `de ${from} à ${to} par trajet en ascenseur`,
  },
};
