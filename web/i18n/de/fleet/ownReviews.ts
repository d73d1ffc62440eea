import { plural } from '../../../../shared/plural.ts';

export const ownReviews: typeof import('../../es/fleet/ownReviews.ts').ownReviews = {
  title: 'Ihre Bewertungen',
  menu: 'Bewertungen',
  menuLine: 'Ihr Schnitt und die Gründe, bis gestern',
  empty: 'Bis gestern gibt es keine Bewertungen.',
  today: 'Die von heute kommen morgen dazu: So lässt sich nicht erkennen, welcher Fahrgast bewertet hat.',
  tooFew: 'Weniger als drei Bewertungen: noch kein Schnitt.',
  count: (count, shown) => plural('de', count, { one: `${shown} Bewertung`, other: `${shown} Bewertungen` }),
  trend: 'Schnitt pro Woche',
  week: 'Woche vom',
  average: 'Schnitt',
  reviews: 'Bewertungen',
  noAverage: 'kein Schnitt',
  reasonsTitle: 'Gründe in 12 Wochen',
  noReasons: 'Zu wenige Gründe, um sie zu zeigen.',
};
