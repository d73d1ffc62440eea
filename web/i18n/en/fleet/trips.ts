/** The trips of the company: list, page, and what is done with one. */
export const trips: typeof import('../../es/fleet/trips.ts').trips = {
  caption: 'Trips, by day and hour',
  search: 'Search by name, code, flight or place',
  empty: 'No trips yet',
  emptyHint:
    'Paste the bookings that arrive by WhatsApp, or add a trip that somebody asks for by telephone: here they have driver, vehicle and price, and the whole office sees them.',
  nothing: 'No trip with these filters',
  add: 'Add',
  paste: 'Paste messages',
  when: 'Time',
};
