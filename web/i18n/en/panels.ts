import { info } from './info.ts';
import { rating } from './rating.ts';

export const panels: typeof import('../es/panels.ts').panels = {
  info,
  rating,
  tours: {
    threeHours: '3 hours',
    fullDay: 'Full-day tour',
    stops: 'Stops',
    taxiTime: 'Estimated taxi time',
  },
  places: {
    cities: 'Cities',
    categories: 'Categories',
    historic: 'Historic',
    nature: 'Nature',
    shopping: 'Shopping',
    hours: 'Opening hours',
    address: 'Address',
    fee: 'Admission',
    free: 'Free',
    variable: 'Varies',
    perLiftRide: (from, to) => `${from} to ${to} per lift ride`,
  },
};
