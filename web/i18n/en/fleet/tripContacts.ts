import { plural } from '../../../../shared/plural.ts';
import type { tripContacts as spanish } from '../../es/fleet/tripContacts.ts';

export const tripContacts: typeof spanish = {
  needTexts: {
    accepted: 'The driver uses the app and has not accepted this trip, or it has changed since.',
    declined: 'The driver says that it is not possible.',
    no_show: 'The driver says that the passenger did not come.',
    late_tap:
      'A driver pressed a button without knowing that the trip was another driver’s, moved, cancelled or already paid. Nothing changed.',
  },
  events: {
    accepted: 'The driver accepted',
    declined: 'The driver cannot',
    link_renewed: 'The passenger’s link was changed',
    late_tap: 'The driver pressed late: nothing changed',
  },
  driverReasons: { busy: 'Has something else', unwell: 'Is unwell', vehicle: 'The vehicle cannot' },
  tried: { called: 'called', wrote: 'wrote' },
  confirmNoShow: 'Confirm that nobody came',
  reopen: 'Reopen…',
  seen: 'Seen',
  wasSeen: (code: string) => `Trip ${code}: seen.`,
  link: {
    title: 'Passenger’s page',
    hint: 'Whoever has the link sees the trip, without telephone, surname or address.',
    copy: 'Copy link',
    copied: 'Link copied',
    renew: 'Change link',
    question: 'The link that the passenger has stops working. Send them the new one.',
    renewed: (code: string) => `Trip ${code} has another link.`,
  },
  ratings: 'Ratings',
  stars: (count: number, shown: string) =>
    plural('en', count, { one: `${shown} star`, other: `${shown} stars` }),
  replaced: 'replaced: does not count',
  ask: (name: string, when: string, way: string, code: string) =>
    `Hello ${name}. Can you drive this trip? ${when}, ${way} (${code}). Please accept it in the app.`,
  writeToDriver: 'Write to the driver',
};
