import { plural } from '../../../shared/plural.ts';

export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => plural('fr', minutes, { one: `${minutes} minute`, other: `${minutes} minutes` }),
  gate: (gate) => `Porte ${gate}`,
  routes: {
    intro: 'Depuis l’aéroport',
    currency:
      'Prix en pesos chiliens (CLP). Le point sépare les milliers : $15.000, c’est quinze mille pesos.',
    inquire: 'Sur demande',
    night: (price) => `La nuit : ${price}`,
    pricesOf: (day) => `Prix du ${day}.`,
  },
  facts: {
    reference: 'Prix indicatif : le taximètre fait foi',
    night: (from, to) => `Tarif de nuit de ${from} à ${to}`,
    includes: (what) => `Compris : ${what}`,
    tolls: 'péages',
    parking: 'stationnement',
    childSeat: 'siège enfant',
    wait: (minutes) => `${minutes} min d’attente`,
    bags: (count) => plural('fr', count, { one: '1 valise', other: `${count} valises` }),
    cards: 'Cartes acceptées',
    noCards: 'Cartes non acceptées',
    receipts: {
      whatsapp: 'Demandez votre reçu par WhatsApp',
      driver: 'Demandez votre reçu au chauffeur',
      email: (address) => `Demandez votre reçu par e-mail : ${address}`,
    },
  },
  pay: {
    button: 'Payer en ligne',
    qr: (name: string) => `Code QR pour payer : ${name}`,
    scan: (host: string) => `Scannez pour payer sur ${host}.`,
  },
  askReturn: 'Demander mon retour sur WhatsApp',
};
