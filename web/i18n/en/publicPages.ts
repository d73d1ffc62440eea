import { plural } from '../../../shared/plural.ts';

export const publicPages: typeof import('../es/publicPages.ts').publicPages = {
  vehicle: {
    helpTitle: 'Lost something, or want to complain?',
    helpText:
      'Scan it and write to us from your own phone: lost property, complaint or receipt. You get a number.',
    helpQr: 'QR code of the page for lost property, complaints and receipts',
    driverText:
      'Scan it: your phone shows the photo, name and plate. Forward it to whoever is waiting for you.',
    driverQr: 'QR code of the page that confirms who is driving',
    guideTitle: 'The guide on your phone',
    guideText: 'Tours, places, prices and WhatsApp in English. Open it once and it works offline too.',
    guideQr: 'QR code of the travel guide',
    rateTitle: 'Or rate from your own phone',
    rateText: 'Scan it. Good for one rating, for 30 minutes.',
    rateQr: 'QR code for rating from your phone',
    rateOffline: 'Rating from your phone needs a signal. You can still rate right here.',
    rateBusy: (minutes) =>
      `Somebody has just rated. The code for your phone appears in ${minutes} min; you can rate here now.`,
    rateUnavailable: 'You cannot rate from your phone right now.',
  },
  page: {
    book: 'Book with day, flight and price',
    help: 'Lost property, complaint or receipt',
    whatsapp: 'Message us on WhatsApp',
    message: 'Hello, I would like to book a transfer.',
    guide: 'Open the travel guide',
    offline: 'No connection. Check your internet connection. If it works, try again in a few minutes.',
    failed: 'We could not load this page.',
  },
  /** On the sign-in screen, and at an unknown address. */
  passenger: {
    question: 'Are you a passenger?',
    guide: 'Travel guide',
    book: 'Book',
    help: 'Help',
    unknown: 'This address does not exist',
  },
  verify: {
    title: 'Who is driving',
    authorised: 'Authorised today',
    unverified: 'Registered; not yet verified by the company',
    compare: 'Compare the photo and the plate with the car before you get in.',
    share: 'Send to someone',
    shareText: (name: string, plate: string | null) =>
      `I am riding with ${plate ? `${name}, plate ${plate}` : name}. Check it here:`,
    copied: 'Link copied. Paste it into a message.',
    copyThis: 'Copy this link:',
    unknownTitle: 'We do not know this code',
    unknownText:
      'It does not belong to a driver who is authorised today. Talk to us before you get into the car.',
  },
  rate: {
    title: 'Rate your trip',
    question: (name: string) => `How was your trip with ${name}?`,
    hint: 'Tap a star. You have a few seconds to undo it.',
    soon: 'It will be sent in a few seconds.',
    undo: 'Undo',
    legend: 'One to five stars',
    stars: (n: number) => plural('en', n, { one: `${n} star`, other: `${n} stars` }),
    sending: 'Sending…',
    failed: 'Your rating was not sent.',
    again: 'Send again',
    thanks: 'Thank you!',
    thanksText: (name: string) =>
      `Your rating is saved. Tomorrow it counts towards ${name}’s average, without your name. Have a good trip!`,
    usedTitle: 'This link has been used',
    usedText: 'Each link is good for one rating. Thank you for yours.',
    expiredTitle: 'This link has expired',
    expiredText: 'It is good for 30 minutes. The screen in the car shows a new one.',
    invalidTitle: 'This link is not valid',
    invalidText: 'Scan the code on the screen in the car again.',
    busyTitle: 'Too many ratings',
    busyText: 'This driver received many ratings in the last hour. Please try again later.',
  },
  guide: {
    title: 'Your travel guide',
    lead: (cities) => `${cities} in your pocket, offline too.`,
    contents: 'In this guide',
    prices: 'Prices from the airport',
    tours: 'Tours with a driver',
    places: 'Places worth visiting',
    book: 'Book your ride',
    bookText: 'Write to us for your next trip.',
    tourMessage: (tour: string) => `Hello, I am interested in the tour “${tour}”.`,
    ask: 'Ask about this tour',
  },
};
