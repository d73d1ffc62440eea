export const rating: typeof import('../es/rating.ts').rating = {
  question: 'How was your trip?',
  legend: 'Rating in stars',
  stars: (stars) => (stars === 1 ? '1 star' : `${stars} stars`),
  levels: ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'],
  submit: 'Send rating',
  failed: 'Your rating could not be saved.',
};
