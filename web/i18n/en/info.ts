export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => `${minutes} minutes`,
  gate: (gate) => `Gate ${gate}`,
  routes: {
    intro: 'From the airport',
    currency:
      'Prices in Chilean pesos (CLP). The dot separates thousands: $15.000 is fifteen thousand pesos.',
    inquire: 'On request',
    night: (price) => `At night: ${price}`,
    pricesOf: (day) => `Prices of ${day}.`,
  },
  askReturn: 'Request my return on WhatsApp',
};
