export const reasons: typeof import('../es/reasons.ts').reasons = {
  title: 'What could we do better?',
  hint: 'Optional: tap all that apply.',
  done: 'Done',
  taken: 'Thank you, we will take it into account.',
  words: {
    driving: 'Driving',
    vehicle: 'Vehicle',
    price: 'Price',
    route: 'Route',
    punctuality: 'Punctuality',
    treatment: 'How I was treated',
  },
};
