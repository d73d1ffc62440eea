import { info } from './info.ts';
import { rating } from './rating.ts';

export const panels: typeof import('../es/panels.ts').panels = {
  info,
  rating,
  tours: {
    threeHours: '3 Stunden',
    fullDay: 'Tagestour',
    stops: 'Stationen',
    taxiTime: 'Geschätzte Taxizeit',
  },
  places: {
    cities: 'Städte',
    categories: 'Kategorien',
    historic: 'Historisches',
    nature: 'Natur',
    shopping: 'Einkaufen',
    hours: 'Öffnungszeiten',
    address: 'Adresse',
    fee: 'Eintritt',
    free: 'Kostenlos',
    variable: 'Variabel',
    perLiftRide: (from, to) => `${from} bis ${to} pro Fahrt mit dem Aufzug`,
  },
};
