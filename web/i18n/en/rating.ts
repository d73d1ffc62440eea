import { plural } from '../../../shared/plural.ts';

export const rating: typeof import('../es/rating.ts').rating = {
  question: 'How was your trip?',
  legend: 'Rating in stars',
  stars: (stars) => plural('en', stars, { one: `${stars} star`, other: `${stars} stars` }),
  levels: ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'],
  submit: 'Send rating',
  failed: 'Your rating could not be saved.',
  pending: (count) => `${count} to send`,
  pendingLong: (count) =>
    plural('en', count, {
      one: `${count} rating is waiting on this device and will be sent automatically.`,
      other: `${count} ratings are waiting on this device and will be sent automatically.`,
    }),
  refused: (count) =>
    plural('en', count, {
      one: `${count} rating could not be sent`,
      other: `${count} ratings could not be sent`,
    }),
  unsent: (count) =>
    plural('en', count, {
      one: `${count} rating has not been sent yet. It will be sent when this driver signs in on this device again.`,
      other: `${count} ratings have not been sent yet. They will be sent when this driver signs in on this device again.`,
    }),
  unsentTaps: (count) =>
    plural('en', count, {
      one: `${count} trip update has not been sent yet. It will be sent when this driver signs in on this device again.`,
      other: `${count} trip updates have not been sent yet. They will be sent when this driver signs in on this device again.`,
    }),
};
