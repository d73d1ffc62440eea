import type { Words } from '../words.ts';

export const rating: Words['rating'] = {
  question: 'Wie war Ihre Fahrt?',
  legend: 'Bewertung in Sternen',
  stars: (stars) => (stars === 1 ? '1 Stern' : `${stars} Sterne`),
  levels: ['Schlecht', 'Mäßig', 'Gut', 'Sehr gut', 'Ausgezeichnet'],
  submit: 'Bewertung senden',
  failed: 'Ihre Bewertung konnte nicht gespeichert werden.',
};
