import { plural } from '../../../../shared/plural.ts';
import type { ReplyFacts } from '../../es/fleet/bookings.ts';

export const bookings: typeof import('../../es/fleet/bookings.ts').bookings = {
  caption: 'Bookings, by day and time',
  search: 'Search by name, flight or place',
  paste: 'Paste messages',
  add: 'Add',
  day: 'Day',
  upcoming: 'From today',
  past: 'Earlier',
  dayWithCount: (day: string, count: string) => `${day} (${count})`,
  empty: 'No bookings pasted',
  emptyHint:
    'Copy booking messages from WhatsApp and paste them here: they are sorted by day, with driver, vehicle and price to check. They stay in this browser only.',
  nothing: 'No booking on these days',
  clearFilters: 'Clear the filters',
  stored:
    'The list is in this browser and for your account only. Each booking is deleted 30 days after the trip, and all of them when you sign out.',
  notStored: 'The browser could not store the list: it has no space or does not allow it.',
  when: 'Time',
  trip: 'Trip',
  passenger: 'Passenger',
  flight: 'Flight',
  people: 'People',
  bags: 'Bags',
  childSeats: 'Child seats',
  ages: 'Ages in years, separated by commas; empty if none is needed.',
  wheelchair: 'Wheelchair',
  name: 'Name',
  language: 'Language',
  paying: 'Payment',
  payments: { cash: 'Cash', card: 'Card', transfer: 'Bank transfer' },
  phone: 'Phone',
  price: 'Price',
  assigned: 'Driver and vehicle',
  state: 'To check',
  driver: 'Driver',
  vehicle: 'Vehicle',
  date: 'Date',
  time: 'Time',
  direction: 'Direction',
  route: 'Route',
  otherPlace: 'Another place',
  place: 'Hotel or address',
  open: (name: string) => `Open the booking of ${name}`,
  nameless: 'No name',
  trips: { to: (place: string) => `${place} → airport`, from: (place: string) => `Airport → ${place}` },
  directions: { to: 'To the airport', from: 'From the airport' },
  peopleCount: (count: number, shown: string) =>
    plural('en', count, { one: `${shown} person`, other: `${shown} people` }),
  bagCount: (count: number, shown: string) =>
    plural('en', count, { one: `${shown} bag`, other: `${shown} bags` }),
  seatsFor: (ages: string) => `seat: ${ages} years`,
  unassigned: 'Not assigned',
  changedBadge: 'Changed',
  changedText: 'A later message changed this booking. Driver and vehicle are still the same.',
  editedBadge: 'Altered',
  editedText:
    'The text and the last line of the message do not say the same: somebody changed it by hand. Confirm the details with the passenger.',
  conflictBadge: 'Clash',
  priceBadge: 'Price',
  documentsBadge: 'Documents',
  conflict: {
    driver: (name: string, time: string, gap: string, needed: string) =>
      `The driver also takes ${name} at ${time}: there are ${gap} min, and ${needed} are needed.`,
    vehicle: (name: string, time: string, gap: string, needed: string) =>
      `The vehicle also takes ${name} at ${time}: there are ${gap} min, and ${needed} are needed.`,
  },
  outOfForce: (name: string, day: string) =>
    `${name}: a critical document expires on ${day}, before the trip.`,
  quoted: (price: string) => `Quoted: ${price}.`,
  priceSame: 'That is the price in force for that day.',
  priceNow: (price: string) => `The price for that day is ${price}.`,
  priceNone: 'No price is published for that day and route.',
  priceUnquoted: 'The message has no price.',
  priceDisputed: (release: string, price: string) =>
    `Release ${release}, which the message names, said ${price}: the price may have been changed by hand.`,
  priceDisputedNone: (release: string) =>
    `Release ${release}, which the message names, had no price for that route.`,
  priceUnchecked: (release: string) => `Release ${release}, which the message names, could not be read.`,
  inquire: 'On request',
  noDriver: 'No driver',
  noVehicle: 'No vehicle',
  inShift: 'on shift now',
  busyAt: (time: string) => `another booking at ${time}`,
  expiredDocuments: 'documents expired',
  seats: (count: string) => `${count} seats`,
  fewSeats: 'too few seats',
  freeDrivers: (count: number, shown: string) =>
    plural('en', count, {
      one: `${shown} driver is free at that time, with documents in force.`,
      other: `${shown} drivers are free at that time, with documents in force.`,
    }),
  message: 'Message',
  reply: 'Reply',
  chooseTemplate: 'Choose a reply',
  replyIn: (language: string) => `Reply in ${language}`,
  inSpanish: 'In Spanish',
  copy: 'Copy',
  copied: 'Copied',
  whatsapp: 'Reply by WhatsApp',
  edit: 'Correct',
  editTitle: 'Correct the booking',
  addTitle: 'Add a booking',
  saved: (name: string) => `The booking of ${name} was saved.`,
  remove: 'Remove from the list',
  removed: (name: string) => `The booking of ${name} was removed.`,
  pasteTitle: 'Paste booking messages',
  pasteLabel: 'Messages',
  pasteHint:
    'One or many. The .txt file that WhatsApp makes with “Export chat” works too. A repeated message counts once; one that changes the booking of the same person, day and direction replaces it.',
  chooseFile: 'Choose a .txt file',
  fileTooLarge: 'The file is too large: export the chat without media, or only the latest messages.',
  read: 'Read the messages',
  nothingRead: 'There is no booking in this text.',
  outcome: (added: string, changed: string, repeated: string, unread: string) =>
    `New: ${added}. Changed: ${changed}. Repeated: ${repeated}. Not read: ${unread}.`,
  unreadTitle: (count: number, shown: string) =>
    plural('en', count, {
      one: `${shown} message could not be read`,
      other: `${shown} messages could not be read`,
    }),
  unreadHint: 'Type its details in, or discard it if it was no booking.',
  typeIn: 'Type the details in',
  discard: 'Discard',
  calendar: 'Calendar (.ics)',
  deleteAll: 'Delete all',
  deleteAllText:
    'All bookings, with their drivers and vehicles, and the unread messages are deleted from this browser. This cannot be undone.',
  deletedAll: 'The bookings were deleted from this browser.',
  problems: {
    required: 'This is missing.',
    past: 'It is in the past.',
    far: 'It is more than a year ahead.',
    noSuchTime: 'That date or time does not exist.',
    flight: 'That is no flight number, such as LA 705.',
    number: 'Check the number.',
    seats: 'Those are too many seats.',
  },
  ways: {
    to: (place: string) => `from ${place} to the airport`,
    from: (place: string) => `from the airport to ${place}`,
  },
  replies: {
    confirm: {
      name: 'Confirm',
      text: ({ name, day, time, way, price, driver, plate }: ReplyFacts) =>
        [
          `Hello${name && ` ${name}`}, we confirm your transfer on ${day} at ${time}, ${way}.`,
          price && `Price: ${price}.`,
          driver && `Driver: ${driver}${plate && `, plate ${plate}`}.`,
          'Have a good trip!',
        ]
          .filter(Boolean)
          .join(' '),
    },
    price: {
      name: 'The price differs',
      text: ({ name, day, time, way, price }: ReplyFacts) =>
        `Hello${name && ` ${name}`}, thank you for your booking on ${day} at ${time}, ${way}. The price for that day is ${price || 'on request'}. Shall we confirm it?`,
    },
    impossible: {
      name: 'Not possible',
      text: ({ name, day, time }: ReplyFacts) =>
        `Hello${name && ` ${name}`}, we are sorry: on ${day} at ${time} we have no vehicle available. Would another time suit you?`,
    },
  },
};
