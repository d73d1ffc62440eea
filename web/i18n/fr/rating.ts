export const rating: typeof import('../es/rating.ts').rating = {
  question: 'Comment s’est passé votre trajet ?',
  legend: 'Note en étoiles',
  stars: (stars) => (stars === 1 ? '1 étoile' : `${stars} étoiles`),
  levels: ['Mauvais', 'Moyen', 'Bien', 'Très bien', 'Excellent'],
  submit: 'Envoyer la note',
  failed: 'Votre note n’a pas pu être enregistrée.',
  pending: (count) => `${count} à envoyer`,
  pendingLong: (count) =>
    count < 2
      ? `${count} note attend sur cet appareil et partira toute seule.`
      : `${count} notes attendent sur cet appareil et partiront toutes seules.`,
  refused: (count) =>
    count < 2 ? `${count} note n’a pas pu être envoyée` : `${count} notes n’ont pas pu être envoyées`,
  unsent: (count) =>
    count < 2
      ? `Il reste ${count} note à envoyer. Elle partira quand ce chauffeur se reconnectera sur cet appareil.`
      : `Il reste ${count} notes à envoyer. Elles partiront quand ce chauffeur se reconnectera sur cet appareil.`,
};
