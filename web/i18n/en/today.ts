import { plural } from '../../../shared/plural.ts';

export const today: typeof import('../es/today.ts').today = {
  loadFailed: 'The day could not be loaded',
  casesFailed: 'The cases could not be loaded',
  rightsFailed: 'The requests about personal data could not be loaded',
  allWell: 'All in order',
  allWellHint: 'Nothing is waiting for you. Anything new appears here by itself.',
  seeAll: (shown) => `See all (${shown})`,
  see: 'See',
  seeOf: (name) => `See ${name}`,
  lines: {
    waiting: (count, shown) =>
      plural('en', count, { one: `${shown} driver to approve`, other: `${shown} drivers to approve` }),
    photos: (count, shown) =>
      plural('en', count, { one: `${shown} new photo to approve`, other: `${shown} new photos to approve` }),
    reviews: (count, shown) =>
      plural('en', count, {
        one: `${shown} low rating in the last 24 hours`,
        other: `${shown} low ratings in the last 24 hours`,
      }),
    offline: (count, shown) =>
      plural('en', count, { one: `${shown} tablet is offline`, other: `${shown} tablets are offline` }),
    battery: (count, shown) =>
      plural('en', count, {
        one: `${shown} tablet has a low battery`,
        other: `${shown} tablets have a low battery`,
      }),
    release: (count, shown) =>
      plural('en', count, {
        one: `${shown} tablet still shows the previous content`,
        other: `${shown} tablets still show the previous content`,
      }),
    unverified: (count, shown) =>
      plural('en', count, { one: `${shown} document to verify`, other: `${shown} documents to verify` }),
    expired: (count, shown) =>
      plural('en', count, { one: `${shown} document has expired`, other: `${shown} documents have expired` }),
    expiring: (count, shown) =>
      plural('en', count, {
        one: `${shown} document expires this week`,
        other: `${shown} documents expire this week`,
      }),
    missing: (_count, shown) => `Documents missing: ${shown}`,
    mail: (count, shown) =>
      plural('en', count, {
        one: `${shown} email could not be sent`,
        other: `${shown} emails could not be sent`,
      }),
    backup: () => 'The backup is late',
    rights: (count, shown) =>
      plural('en', count, {
        one: `${shown} request about personal data to answer`,
        other: `${shown} requests about personal data to answer`,
      }),
    draft: (count: number, shown: string) =>
      plural('en', count, { one: `${shown} unpublished change`, other: `${shown} unpublished changes` }),
    trip_late: (count: number, shown: string) =>
      plural('en', count, { one: `${shown} trip is late`, other: `${shown} trips are late` }),
    trip_driver: (count: number, shown: string) =>
      plural('en', count, {
        one: `${shown} trip without a driver in the next 24 hours`,
        other: `${shown} trips without a driver in the next 24 hours`,
      }),
    trip_overlap: (count: number, shown: string) =>
      plural('en', count, { one: `${shown} trip overlaps`, other: `${shown} trips overlap` }),
    trip_documents: (count: number, shown: string) =>
      plural('en', count, {
        one: `${shown} trip with documents to check`,
        other: `${shown} trips with documents to check`,
      }),
    trip_proposal: (count: number, shown: string) =>
      plural('en', count, {
        one: `${shown} change of a passenger to check`,
        other: `${shown} changes of passengers to check`,
      }),
    trip_request: (count: number, shown: string) =>
      plural('en', count, { one: `${shown} trip to confirm`, other: `${shown} trips to confirm` }),
    trip_changed: (count: number, shown: string) =>
      plural('en', count, {
        one: `${shown} trip changed after the driver was told`,
        other: `${shown} trips changed after the driver was told`,
      }),
    trip_accepted: (count: number, shown: string) =>
      plural('en', count, {
        one: `${shown} trip that the driver has not accepted`,
        other: `${shown} trips that the drivers have not accepted`,
      }),
    trip_declined: (count: number, shown: string) =>
      plural('en', count, {
        one: `${shown} trip that the driver cannot do`,
        other: `${shown} trips that the drivers cannot do`,
      }),
    trip_no_show: (count: number, shown: string) =>
      plural('en', count, {
        one: `${shown} passenger who did not come, the driver says`,
        other: `${shown} passengers who did not come, the drivers say`,
      }),
    trip_late_tap: (count: number, shown: string) =>
      plural('en', count, { one: `${shown} button pressed late`, other: `${shown} buttons pressed late` }),
    trip_told: (count: number, shown: string) =>
      plural('en', count, {
        one: `${shown} trip to tell the driver`,
        other: `${shown} trips to tell the driver`,
      }),
    trip_reply: (count: number, shown: string) =>
      plural('en', count, {
        one: `${shown} passenger whose reply was not opened`,
        other: `${shown} passengers whose reply was not opened`,
      }),
  },
  tripUnassigned: 'no driver',
  trips: {
    title: 'Next trips',
    titleWaiting: (count) => `Next trips · ${count} to see to`,
    day: 'See the day',
    none: 'There are no trips in the next 36 hours.',
    loadFailed: 'The next trips could not be loaded',
  },
  draft: {
    title: 'Prices and screen',
    by: (who: string) => `the last one by ${who}`,
    somebody: 'a deleted account',
  },
  caseLine: {
    late: (count, shown) =>
      plural('en', count, { one: `${shown} case overdue`, other: `${shown} cases overdue` }),
    waiting: (count, shown) =>
      plural('en', count, { one: `${shown} case to answer`, other: `${shown} cases to answer` }),
    lateAndWaiting: (late, waiting) => `${late}, ${waiting} to answer`,
  },
  caseKinds: {
    lost: 'Lost property',
    complaint: 'Complaint',
    receipt: 'Receipt',
    accessibility: 'Accessibility',
    other: 'Other',
  },
  rightsKinds: {
    access: 'Access',
    rectification: 'Rectification',
    erasure: 'Erasure',
    objection: 'Objection',
    portability: 'Portability',
    blocking: 'Blocking',
  },
  deadline: {
    ahead: (day) => `answer by ${day}`,
    today: () => 'answer today',
    late: (day) => `was due ${day}`,
  },
  stars: (count, shown) => plural('en', count, { one: `${shown} star`, other: `${shown} stars` }),
  battery: (percent) => `${percent}%`,
  content: (release) => `Content ${release}`,
  inShift: 'On shift',
  unnamed: 'Unnamed tablet',
  noDriver: 'Deleted driver',
  expires: (count, shown) =>
    count === 0 ? 'expires today' : count === 1 ? 'expires tomorrow' : `expires in ${shown} days`,
  expiredOn: (day) => `expired on ${day}`,
  lacks: (kinds) => `Missing: ${kinds}`,
  reload: 'Reload',
  reloadDevice: (name) => `Reload ${name}`,
  reloading: (name) => `Asked ${name} to reload.`,
  mail: {
    auth: 'The mail server does not accept the user name or password.',
    unreachable: 'The mail server cannot be reached.',
    refused: 'The mail server rejected the address.',
    other: (code) => `The mail server failed (${code}).`,
    hint: 'People who forgot their password get no link: give them a new one yourself.',
    action: 'See users',
  },
  backup: {
    full: 'The disk is full.',
    other: (code) => `It failed (${code}).`,
    last: (moment) => `Last backup: ${moment}.`,
    hint: 'Tell whoever looks after the server.',
    copy: 'Copy notice',
    copied: 'Notice copied.',
  },
  shifts: {
    title: (on, all) => `${on} of ${all} on shift`,
    on: 'On shift',
    off: 'Off shift',
    nobody: 'Nobody',
  },
  steps: {
    title: 'First steps',
    hint: 'In any order. Each one ticks itself off.',
    progress: (done, all) => `${done} of ${all} done`,
    done: 'Done',
    try: 'Try it',
    tryNumber: (number) => `Try WhatsApp ${number}: it must open your company’s chat.`,
    noVehicles: 'We have no vehicles of our own',
    company: {
      title: 'Company name and WhatsApp',
      hint: 'Passengers see the name and write to that number.',
      action: 'Enter them',
    },
    prices: {
      title: 'Prices',
      hint: 'Check and publish them: what the screen shows binds the company.',
      action: 'Check prices',
    },
    claims: {
      title: 'Three questions before publishing',
      hint: 'GPS, insurance and 24/7 service: say what your company provides.',
      action: 'Answer and publish',
    },
    vehicles: {
      title: 'Vehicles',
      hint: 'One by one, or all of them from a CSV file.',
      action: 'Add vehicles',
    },
    drivers: {
      title: 'Drivers',
      hint: 'They appear when you add them or when they register.',
      action: 'Go to drivers',
    },
    devices: {
      title: 'Tablets',
      hint: 'Set them up with a link; a driver’s phone counts too.',
      action: 'Set up a tablet',
    },
    policy: {
      title: 'Privacy policy, version 2',
      hint: 'Law 21.719 requires it from 1 December 2026.',
      action: 'Open the policy',
    },
  },
};
