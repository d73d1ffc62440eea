export const rating: typeof import('../es/rating.ts').rating = {
  question: 'Wie war Ihre Fahrt?',
  legend: 'Bewertung in Sternen',
  stars: (stars) => (stars === 1 ? '1 Stern' : `${stars} Sterne`),
  levels: ['Schlecht', 'Mäßig', 'Gut', 'Sehr gut', 'Ausgezeichnet'],
  submit: 'Bewertung senden',
  failed: 'Ihre Bewertung konnte nicht gespeichert werden.',
};
