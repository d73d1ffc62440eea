export const cases: typeof import('../../es/fleet/cases.ts').cases = {
  kinds: {
    lost: 'Lost property',
    complaint: 'Complaint',
    receipt: 'Receipt',
    accessibility: 'Accessibility',
    other: 'Other',
  },
  states: { new: 'New', answered: 'Answered', closed: 'Closed' },
  withReply: 'With a reply',
  caption: 'Passengers’ cases, open ones first',
  search: 'Search by number, text or driver',
  kind: 'Kind',
  all: 'All',
  case: 'Case',
  body: 'What happened',
  driver: 'Driver',
  came: 'Received',
  when: 'Happened',
  place: 'Flight or place',
  vehicle: 'Vehicle',
  photo: 'The passenger’s photo',
  unknownDriver: 'No driver',
  casesOf: (name) => `Cases about ${name}`,
  onlyOf: (name) => `Only ${name}`,
  showAll: 'Show everybody’s cases',
  from: 'From',
  until: 'Until',
  forgotten: 'The passenger’s details have been deleted.',
  gone: 'This case no longer exists.',
  timeline: 'History of the case',
  template: 'Template',
  chooseTemplate: 'Choose a template',
  onPage: 'The reply always appears on the case’s page, on the passenger’s phone.',
  noteHint: 'Only the office sees it.',
  close: 'Close the case',
  reopen: 'Reopen the case',
  forget: 'Delete the passenger’s details',
  forgetText:
    'This deletes their words, contact details and photo, the replies and their page. Kind, dates, driver and vehicle stay. It cannot be undone.',
  driverHint:
    'The shift and vehicle are looked up by the time it happened. The driver does not see the case and knows only what you pass on.',
  chooseDriver: 'Choose the driver',
  driverSaved: 'The driver of the case was changed.',
  nothing: 'No case matches these filters',
  clearFilters: 'Clear the filters',
  empty: 'No passenger has written',
  emptyHint:
    'What passengers lost, complain about or ask for on the page /help arrives here, with the days left to answer.',
  open: (number) => `Open case ${number}`,
  closed: (number) => `Case ${number} was closed.`,
  reopened: (number) => `Case ${number} was reopened.`,
  forgot: (number) => `The details of case ${number} were deleted.`,
  replied: (number) => `Case ${number} was answered.`,
  events: { closed: 'Closed', reopened: 'Reopened', driver: 'Driver changed' },
  entries: { reply: 'Reply', passenger: 'Passenger', note: 'Internal note' },
  templates: {
    found: {
      name: 'Found',
      text: (number) =>
        `Good news: we have found what you lost (case ${number}). When and where may we hand it over to you?`,
    },
    searching: {
      name: 'We are looking',
      text: (number) =>
        `We have received your message (case ${number}). We have asked the driver and are searching the car. We will write as soon as we know more.`,
    },
    notFound: {
      name: 'Not found',
      text: (number) =>
        `We searched the car and asked the driver but did not find what you lost (case ${number}). If it turns up, we will tell you at once.`,
    },
    sorry: {
      name: 'Apology',
      text: (number) =>
        `We are sorry about what happened (case ${number}). We have spoken to the driver and are making sure it does not happen again. Thank you for telling us.`,
    },
    receipt: {
      name: 'Receipt',
      text: (number) =>
        `To send you the receipt (case ${number}) we need the name or company, the tax or identity number, and the amount you paid.`,
    },
    moreDetails: {
      name: 'Details needed',
      text: (number) =>
        `To help you with case ${number} we need the day, the time and the route, and the car’s number plate if you have it.`,
    },
  },
};
