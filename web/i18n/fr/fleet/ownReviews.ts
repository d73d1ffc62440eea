import { plural } from '../../../../shared/plural.ts';

export const ownReviews: typeof import('../../es/fleet/ownReviews.ts').ownReviews = {
  title: 'Vos notes',
  menu: 'Notes',
  menuLine: 'Votre moyenne et les motifs, jusqu’à hier',
  empty: 'Aucune note jusqu’à hier.',
  today: 'Celles d’aujourd’hui s’ajoutent demain : ainsi, personne ne peut savoir quel passager a noté.',
  tooFew: 'Moins de trois notes : pas encore de moyenne.',
  count: (count, shown) => plural('fr', count, { one: `${shown} note`, other: `${shown} notes` }),
  trend: 'Moyenne par semaine',
  week: 'Semaine du',
  average: 'Moyenne',
  reviews: 'Notes',
  noAverage: 'sans moyenne',
  reasonsTitle: 'Motifs sur 12 semaines',
  noReasons: 'Trop peu de motifs pour les afficher.',
};
