export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => `${minutes} minutes`,
  gate: (gate) => `Gate ${gate}`,
  airport: {
    toCentre: { title: 'Airport to city centre', line: 'By car, in normal traffic' },
    domestic: { title: 'Domestic terminal', line: 'Flights within Chile' },
    international: { title: 'International terminal', line: 'Flights to and from other countries' },
  },
  routes: {
    intro: 'From the airport',
    downtown: 'Downtown',
    currency:
      'Prices in Chilean pesos (CLP). The dot separates thousands: $15.000 is fifteen thousand pesos.',
  },
  return: {
    service: {
      title: 'Return service',
      line: 'We take you back to the airport at any hour, every day.',
    },
    wait: { title: 'Maximum wait', line: 'So you get back relaxed and on time.' },
    ask: 'Request my return on WhatsApp',
  },
  safety: {
    gps: { title: 'Real-time GPS', line: 'The company knows where your car is at every moment.' },
    driver: {
      title: 'Verified driver',
      line: 'The photo, name and plate are on this screen: you can compare them.',
    },
    insurance: { title: 'Travel insurance', line: 'Covers every passenger during the ride.' },
    monitoring: { title: '24/7 monitoring', line: 'Our control room follows every trip, day and night.' },
  },
};
