export const rating: typeof import('../es/rating.ts').rating = {
  question: 'How was your trip?',
  legend: 'Rating in stars',
  stars: (stars) => (stars === 1 ? '1 star' : `${stars} stars`),
  levels: ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'],
  submit: 'Send rating',
  failed: 'Your rating could not be saved.',
  pending: (count) => `${count} to send`,
  pendingLong: (count) =>
    count === 1
      ? '1 rating is waiting on this device and will be sent automatically.'
      : `${count} ratings are waiting on this device and will be sent automatically.`,
  refused: (count) => (count === 1 ? '1 rating could not be sent' : `${count} ratings could not be sent`),
  unsent: (count) =>
    count === 1
      ? '1 rating has not been sent yet. It will be sent when this driver signs in on this device again.'
      : `${count} ratings have not been sent yet. They will be sent when this driver signs in on this device again.`,
};
