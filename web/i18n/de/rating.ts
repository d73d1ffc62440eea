export const rating: typeof import('../es/rating.ts').rating = {
  question: 'Wie war Ihre Fahrt?',
  legend: 'Bewertung in Sternen',
  stars: (stars) => (stars === 1 ? '1 Stern' : `${stars} Sterne`),
  levels: ['Schlecht', 'Mäßig', 'Gut', 'Sehr gut', 'Ausgezeichnet'],
  submit: 'Bewertung senden',
  failed: 'Ihre Bewertung konnte nicht gespeichert werden.',
  pending: (count) => `${count} noch zu senden`,
  pendingLong: (count) =>
    count === 1
      ? '1 Bewertung wartet auf diesem Gerät und wird von selbst gesendet.'
      : `${count} Bewertungen warten auf diesem Gerät und werden von selbst gesendet.`,
  refused: (count) =>
    count === 1
      ? '1 Bewertung konnte nicht gesendet werden'
      : `${count} Bewertungen konnten nicht gesendet werden`,
  unsent: (count) =>
    count === 1
      ? '1 Bewertung ist noch nicht gesendet. Sie wird gesendet, wenn sich dieser Fahrer auf diesem Gerät wieder anmeldet.'
      : `${count} Bewertungen sind noch nicht gesendet. Sie werden gesendet, wenn sich dieser Fahrer auf diesem Gerät wieder anmeldet.`,
};
