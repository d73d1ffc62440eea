import { plural } from '../../../../shared/plural.ts';

export const ownReviews: typeof import('../../es/fleet/ownReviews.ts').ownReviews = {
  title: 'Your ratings',
  menu: 'Ratings',
  menuLine: 'Your average and the reasons, up to yesterday',
  empty: 'There are no ratings up to yesterday.',
  today: 'Today’s ratings are added tomorrow, so that nobody can tell which passenger gave them.',
  tooFew: 'Fewer than three ratings: no average yet.',
  count: (count, shown) => plural('en', count, { one: `${shown} rating`, other: `${shown} ratings` }),
  trend: 'Average by week',
  week: 'Week of',
  average: 'Average',
  reviews: 'Ratings',
  noAverage: 'no average',
  reasonsTitle: 'Reasons in the last 12 weeks',
  noReasons: 'Too few reasons to show them.',
};
