export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => `${minutes} Minuten`,
  gate: (gate) => `Gate ${gate}`,
  routes: {
    intro: 'Ab Flughafen',
    currency:
      'Preise in chilenischen Pesos (CLP). Der Punkt trennt die Tausender: $15.000 sind fünfzehntausend Pesos.',
    inquire: 'Auf Anfrage',
    night: (price) => `Nachts: ${price}`,
    pricesOf: (day) => `Preise vom ${day}.`,
  },
  askReturn: 'Rückfahrt per WhatsApp anfragen',
};
