import { info } from './info.ts';
import { rating } from './rating.ts';

export const panels: typeof import('../es/panels.ts').panels = {
  info,
  rating,
  steps: { previous: 'Zurück', next: 'Weiter', more: 'Mehr', less: 'Weniger' },
  booking: {
    button: 'Per WhatsApp buchen',
    showQr: 'QR-Code zeigen',
    hideQr: 'QR-Code ausblenden',
    hide: 'Ausblenden',
    scan: 'Mit dem Handy scannen: Die Nachricht ist schon geschrieben.',
    qr: (name) => `QR-Code zum Buchen: ${name}`,
    route: (name, price, driverCode) =>
      `Hallo, ich möchte die Fahrt „Flughafen – ${name}“${price === null ? '' : ` (${price})`} buchen. Fahrer: ${driverCode}`,
    tour: (name, driverCode) => `Hallo, ich möchte „${name}“ buchen. Fahrer: ${driverCode}`,
  },
  tours: {
    threeHours: '3 Stunden',
    fullDay: 'Tagestour',
    stops: 'Stationen',
    taxiTime: 'Geschätzte Taxizeit:',
  },
  places: {
    cities: 'Städte',
    categories: 'Kategorien',
    hours: 'Öffnungszeiten',
    address: 'Adresse',
    fee: 'Eintritt',
    free: 'Kostenlos',
    variable: 'Variabel',
    perLiftRide: (from, to) => `${from} bis ${to} pro Fahrt mit dem Schrägaufzug`,
  },
};
