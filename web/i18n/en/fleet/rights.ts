import { plural } from '../../../../shared/plural.ts';

export const rights: typeof import('../../es/fleet/rights.ts').rights = {
  views: 'Requests and breaches',
  requests: 'Requests',
  breaches: 'Breaches',
  kinds: {
    access: 'Access',
    rectification: 'Rectification',
    erasure: 'Erasure',
    objection: 'Objection',
    portability: 'Portability',
    blocking: 'Blocking',
  },
  persons: { passenger: 'Passenger', driver: 'Driver', other: 'Somebody else' },
  channels: { page: 'Through the page', spoken: 'By word of mouth', paper: 'On paper' },
  states: { open: 'Open', closed: 'Closed' },
  outcomes: {
    granted: 'Granted',
    partly: 'Granted in part',
    refused: 'Refused',
    unconfirmed: 'Not confirmed',
  },
  caption: 'Requests about personal data, open ones first',
  search: 'Search by number, name or text',
  state: 'State',
  kind: 'Right',
  all: 'All',
  request: 'Request',
  person: 'Person',
  channel: 'Came',
  received: 'Received',
  due: 'Answer by',
  language: 'Language',
  email: 'Email',
  phone: 'Phone',
  identity: 'Identity',
  confirmed: 'Confirmed',
  notConfirmed: 'Not confirmed',
  extension: 'Extension',
  body: 'Asks for',
  gone: 'This request no longer exists.',
  timeline: 'History of the request',
  nothing: 'No request with these filters',
  clearFilters: 'Clear the filters',
  empty: 'No requests yet',
  emptyHint:
    'Requests of passengers and drivers about their personal data (page /rights) arrive here, with the days left to answer under Law 21.719.',
  open: (number) => `Open request ${number}`,
  daysLeft: (days, shown) => {
    if (days === 0) return 'answer today';
    if (days > 0) return plural('en', days, { one: `${shown} day left`, other: `${shown} days left` });
    return plural('en', -days, { one: `${shown} day late`, other: `${shown} days late` });
  },
  add: 'Enter a request',
  form: {
    title: 'Enter a request',
    name: 'Name of the person',
    received: 'Day on which it came',
    contact: 'Email or phone (optional)',
    contactInvalid: 'Enter a complete email address or phone number, or leave it empty.',
    identified: 'I saw an identity card or know the person',
    saved: 'The request was entered.',
  },
  events: {
    filed: 'Entered by the company',
    confirmed: 'The person confirmed the contact',
    identified: 'The company checked the identity',
    link: 'A link to confirm was made',
    account: 'The person’s account was chosen',
    downloaded: 'The file of the person’s data was downloaded',
    extended: 'The deadline was extended by 30 days',
    replied: 'Replied without closing',
    granted: 'Closed: granted',
    partly: 'Closed: granted in part',
    refused: 'Closed: refused',
    unconfirmed: 'Closed: not confirmed',
  },
  entries: { reply: 'Reply', note: 'What was done' },
  noteHint: 'Note what you did. Only administrators read it.',
  onPage: 'The reply always appears on the page of the request.',
  replied: (number) => `Request ${number} was answered.`,
  result: 'Outcome',
  results: {
    ask: 'Keep open: ask for more details',
    granted: 'Close: granted',
    partly: 'Close: granted in part',
    refused: 'Close: refused',
    unconfirmed: 'Close: not confirmed',
  },
  confirm: {
    link: 'Make a link to confirm',
    linkHint:
      'Send it only to the contact of the request. Opening it and pressing the button confirms the person.',
    made: 'Link to confirm',
    whatsapp: 'Send by WhatsApp',
    text: (number, link) =>
      `We have your request ${number} about personal data. Please confirm here that it is you: ${link}`,
    identified: 'I checked who it is',
    done: 'The identity is noted as checked.',
  },
  account: {
    choose: 'It is this driver',
    none: 'That driver has no account.',
    saved: 'The account was chosen.',
    download: 'Download the data',
    hint: 'One JSON file with everything about the person. Hand it over in a safe way.',
    first: 'Confirm first who the person is.',
    passenger: 'Look for the person’s cases',
  },
  extend: {
    button: 'Extend the deadline',
    title: 'Extend the deadline by 30 days',
    text: 'The law allows it once. The person reads the reason on the page of the request.',
    reason: 'Reason',
    saved: 'The deadline was extended.',
    refused: 'The deadline is over or was extended before.',
  },
  templates: {
    ask: (number) =>
      `To answer your request ${number} we need more details: day and time of the ride, or the number of your case. If you have not done so, confirm that it is you with the link that we sent you.`,
    granted: {
      access: (number) =>
        `Request ${number}: this is the data that we hold about you, what we use it for, where it comes from, who receives it and how long we keep it:`,
      rectification: (number) =>
        `Request ${number}: we corrected your data as you asked and told everybody who had received it.`,
      erasure: (number) => `Request ${number}: we deleted your data. It leaves our backups when they expire.`,
      objection: (number) => `Request ${number}: we no longer use your data for what you named.`,
      portability: (number) =>
        `Request ${number}: we prepared your data as a file that other systems can read, and give it to you this way.`,
      blocking: (number) =>
        `Request ${number}: we suspended the use of your data while we decide. We neither delete nor use it.`,
    },
    partly: (number) =>
      `Request ${number}: we grant it in part. We did the following:\n\nWe cannot do the rest because:\n\nIf you disagree, you can complain to the Personal Data Protection Agency of Chile within 30 working days.`,
    refused: (number) =>
      `Request ${number}: we cannot grant it. The legal reason is:\n\nIf you disagree, you can complain to the Personal Data Protection Agency of Chile within 30 working days.`,
    unconfirmed: (number) =>
      `Request ${number}: we closed it because we could not check that the data is yours. You can ask again at any time.`,
  },
  breach: {
    add: 'Enter a breach',
    title: 'Breach of security',
    caption: 'Breaches of security, the newest first',
    search: 'Search by event or data',
    empty: 'No breach entered',
    emptyHint:
      'Enter every loss, leak or improper access to personal data here, even a small one: Law 21.719 asks for this register.',
    happened: 'Happened on',
    known: 'Known',
    knownOn: 'Known on',
    what: 'What happened',
    data: 'Which data',
    dataHint: 'For example: name, phone, licence. Say whether any is sensitive, of children, or of cards.',
    people: 'How many people',
    peopleHint: 'Leave it empty while nobody knows.',
    consequences: 'Possible consequences',
    measures: 'Measures taken',
    agency: 'Notice to the Agency',
    agencyOn: 'The Agency was told on',
    persons: 'Notice to the people',
    personsOn: 'The people were told on',
    told: (day) => `Told on ${day}`,
    notTold: 'Not told',
    unknown: 'not known yet',
    peopleInvalid: 'Enter a whole number.',
    saved: 'The breach was saved.',
    edit: (what) => `Edit the breach “${what}”`,
    notice: (what) => `Notices about “${what}”`,
    notices: 'Notices',
    toAgency: 'To the Agency',
    toPeople: 'To the people',
    copy: 'Copy',
    copied: 'The notice was copied.',
    print: 'Print',
    lawHint:
      'Tell the Agency without delay. Tell the people if the data is sensitive, of children under 14, or about money and debts.',
  },
  peopleNotice: (fact) => `Notice about your personal data

On ${fact.happened} the following happened: ${fact.what}

Data: ${fact.data}
Possible consequences: ${fact.consequences}
What we did: ${fact.measures}

If anything seems strange to you, write to us: ${fact.contact}

${fact.company}`,
};
