import { info } from './info.ts';
import { rating } from './rating.ts';

export const panels: typeof import('../es/panels.ts').panels = {
  info,
  rating,
  steps: { previous: 'Previous', next: 'Next', more: 'More', less: 'Less' },
  booking: {
    button: 'Book on WhatsApp',
    showQr: 'Show QR code',
    hideQr: 'Hide QR code',
    hide: 'Hide',
    scan: 'Scan it with your phone: the message is already written.',
    qr: (name) => `QR code to book: ${name}`,
    route: (name, price, driverCode) =>
      `Hello, I would like to book the transfer “Airport – ${name}”${price === null ? '' : ` (${price})`}. Driver: ${driverCode}`,
    tour: (name, driverCode) => `Hello, I would like to book “${name}”. Driver: ${driverCode}`,
  },
  tours: {
    threeHours: '3 hours',
    fullDay: 'Full-day tour',
    stops: 'Stops',
    taxiTime: 'Estimated taxi time:',
  },
  places: {
    cities: 'Cities',
    categories: 'Categories',
    hours: 'Opening hours',
    address: 'Address',
    fee: 'Admission',
    free: 'Free',
    variable: 'Varies',
    perLiftRide: (from, to) => `${from} to ${to} per lift ride`,
  },
};
