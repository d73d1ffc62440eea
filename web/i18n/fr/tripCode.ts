import type { tripCode as es } from '../es/tripCode.ts';

export const tripCode: typeof es = {
  open: 'Réserver avec jour, vol et prix',
  back: 'Retour',
  heading: 'Ouvrez-la sur votre téléphone',
  scan: 'Scannez : la réservation s’ouvre avec ces données. Ajoutez votre nom et envoyez-la par WhatsApp.',
  qr: 'Code QR qui ouvre la réservation avec ces données',
  details: {
    chatHeading: 'Écrivez-nous',
    heading: 'Réserver avec jour, vol et prix',
    text: 'Jour, vol, personnes et bagages : le prix s’affiche avant l’envoi.',
    qr: 'Code QR pour réserver avec jour, vol et prix',
  },
  fields: {
    direction: 'Trajet',
    directions: { from: 'Depuis l’aéroport', to: 'Vers l’aéroport' },
    date: 'Jour',
    time: { from: 'Heure d’arrivée du vol', to: 'Heure de prise en charge' },
    place: { from: 'Où allez-vous ?', to: 'Où venons-nous vous chercher ?' },
    otherPlace: 'Un autre lieu',
    people: 'Passagers',
    bags: 'Bagages',
  },
};
