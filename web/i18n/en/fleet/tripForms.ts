/** Forms of trips: by hand, and pasted messages. */
export const tripForms: typeof import('../../es/fleet/tripForms.ts').tripForms = {
  addTitle: 'Add a trip',
  editTitle: 'Correct the trip',
  pasteTitle: 'Paste messages of bookings',
};
