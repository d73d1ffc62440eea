import { plural } from '../../../shared/plural.ts';

export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => plural('en', minutes, { one: `${minutes} minute`, other: `${minutes} minutes` }),
  gate: (gate) => `Gate ${gate}`,
  routes: {
    intro: 'From the airport',
    currency:
      'Prices in Chilean pesos (CLP). The dot separates thousands: $15.000 is fifteen thousand pesos.',
    inquire: 'On request',
    night: (price) => `At night: ${price}`,
    pricesOf: (day) => `Prices as of ${day}.`,
  },
  facts: {
    reference: 'Guide price; the taximeter decides',
    night: (from, to) => `Night rate from ${from} to ${to}`,
    includes: (what) => `Includes ${what}`,
    tolls: 'tolls',
    parking: 'parking',
    childSeat: 'a child seat',
    wait: (minutes) => `${minutes} min of waiting`,
    bags: (count) => plural('en', count, { one: '1 suitcase', other: `${count} suitcases` }),
    cards: 'Cards accepted',
    noCards: 'Cards not accepted',
    receipts: {
      whatsapp: 'Ask for your receipt on WhatsApp',
      driver: 'Ask the driver for your receipt',
      email: (address) => `Ask for your receipt by email: ${address}`,
    },
  },
  pay: {
    button: 'Pay online',
    qr: (name: string) => `QR code to pay: ${name}`,
    scan: (host: string) => `Scan to pay at ${host}.`,
  },
  askReturn: 'Request my return on WhatsApp',
};
