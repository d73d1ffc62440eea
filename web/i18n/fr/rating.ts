import { plural } from '../../../shared/plural.ts';

export const rating: typeof import('../es/rating.ts').rating = {
  question: 'Comment s’est passé votre trajet ?',
  legend: 'Note en étoiles',
  stars: (stars) => plural('fr', stars, { one: `${stars} étoile`, other: `${stars} étoiles` }),
  levels: ['Mauvais', 'Moyen', 'Bien', 'Très bien', 'Excellent'],
  submit: 'Envoyer la note',
  failed: 'Votre note n’a pas pu être enregistrée.',
  pending: (count) => `${count} à envoyer`,
  pendingLong: (count) =>
    plural('fr', count, {
      one: `${count} note attend sur cet appareil et partira toute seule.`,
      other: `${count} notes attendent sur cet appareil et partiront toutes seules.`,
    }),
  refused: (count) =>
    plural('fr', count, {
      one: `${count} note n’a pas pu être envoyée`,
      other: `${count} notes n’ont pas pu être envoyées`,
    }),
  unsent: (count) =>
    plural('fr', count, {
      one: `Il reste ${count} note à envoyer. Elle partira quand ce chauffeur se reconnectera sur cet appareil.`,
      other: `Il reste ${count} notes à envoyer. Elles partiront quand ce chauffeur se reconnectera sur cet appareil.`,
    }),
  unsentTaps: (count) =>
    plural('fr', count, {
      one: `Il reste ${count} mise à jour de trajet à envoyer. Elle partira quand ce chauffeur se reconnectera sur cet appareil.`,
      other: `Il reste ${count} mises à jour de trajets à envoyer. Elles partiront quand ce chauffeur se reconnectera sur cet appareil.`,
    }),
};
