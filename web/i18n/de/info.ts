import { plural } from '../../../shared/plural.ts';

export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => plural('de', minutes, { one: `${minutes} Minute`, other: `${minutes} Minuten` }),
  gate: (gate) => `Gate ${gate}`,
  routes: {
    intro: 'Ab Flughafen',
    currency:
      'Preise in chilenischen Pesos (CLP). Der Punkt trennt Tausender: $15.000 sind fünfzehntausend Pesos.',
    inquire: 'Auf Anfrage',
    night: (price) => `Nachts: ${price}`,
    pricesOf: (day) => `Preise vom ${day}.`,
  },
  facts: {
    reference: 'Richtpreis; es gilt das Taxameter',
    night: (from, to) => `Nachttarif von ${from} bis ${to} Uhr`,
    includes: (what) => `Inklusive: ${what}`,
    tolls: 'Maut',
    parking: 'Parkgebühren',
    childSeat: 'Kindersitz',
    wait: (minutes) => `${minutes} Min. Wartezeit`,
    bags: (count) => plural('de', count, { one: '1 Koffer', other: `${count} Koffer` }),
    cards: 'Kartenzahlung möglich',
    noCards: 'Keine Kartenzahlung',
    receipts: {
      whatsapp: 'Beleg auf Anfrage per WhatsApp',
      driver: 'Beleg auf Anfrage beim Fahrer',
      email: (address) => `Beleg auf Anfrage per E-Mail: ${address}`,
    },
  },
  pay: {
    button: 'Online bezahlen',
    qr: (name: string) => `QR-Code zum Bezahlen: ${name}`,
    scan: (host: string) => `Scannen, um auf ${host} zu bezahlen.`,
  },
  askReturn: 'Rückfahrt per WhatsApp anfragen',
};
