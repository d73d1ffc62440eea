export const rating: typeof import('../es/rating.ts').rating = {
  question: 'Comment s’est passé votre trajet ?',
  legend: 'Note en étoiles',
  stars: (stars) => (stars === 1 ? '1 étoile' : `${stars} étoiles`),
  levels: ['Mauvais', 'Moyen', 'Bien', 'Très bien', 'Excellent'],
  submit: 'Envoyer la note',
  failed: 'Votre note n’a pas pu être enregistrée.',
};
