import { info } from './info.ts';
import { rating } from './rating.ts';

export const panels: typeof import('../es/panels.ts').panels = {
  info,
  rating,
  steps: { previous: 'Précédent', next: 'Suivant', more: 'Plus', less: 'Moins' },
  booking: {
    button: 'Réserver sur WhatsApp',
    showQr: 'Voir le code QR',
    hideQr: 'Masquer le code QR',
    hide: 'Masquer',
    scan: 'Scannez-le avec votre téléphone : le message est déjà écrit.',
    qr: (name) => `Code QR pour réserver : ${name}`,
    route: (name, price, driverCode) =>
      `Bonjour, je souhaite réserver le trajet « Aéroport – ${name} »${price === null ? '' : ` (${price})`}. Chauffeur : ${driverCode}`,
    tour: (name, driverCode) => `Bonjour, je souhaite réserver « ${name} ». Chauffeur : ${driverCode}`,
  },
  tours: {
    threeHours: '3 heures',
    fullDay: 'Circuit d’une journée',
    stops: 'Étapes',
    taxiTime: 'Temps de taxi estimé :',
  },
  places: {
    cities: 'Villes',
    categories: 'Catégories',
    hours: 'Horaires',
    address: 'Adresse',
    fee: 'Entrée',
    free: 'Gratuit',
    variable: 'Variable',
    perLiftRide: (from, to) => `de ${from} à ${to} par trajet en funiculaire`,
  },
};
