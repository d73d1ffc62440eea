export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => `${minutes} minutes`,
  gate: (gate) => `Porte ${gate}`,
  routes: {
    intro: 'Depuis l’aéroport',
    currency:
      'Prix en pesos chiliens (CLP). Le point sépare les milliers : $15.000, c’est quinze mille pesos.',
    inquire: 'Sur demande',
    night: (price) => `La nuit : ${price}`,
    pricesOf: (day) => `Prix du ${day}.`,
  },
  askReturn: 'Demander mon retour sur WhatsApp',
};
