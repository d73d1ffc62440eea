/** The prefix of every key of personal data: they go when the person at the device changes (`data/personal.ts`). */
export const personalPrefix = 'personal:';

/**
 * Every key of the browser's storage, so that no two parts of the app share one. Devices in the field hold values under these
 * names: a key may go, and none may change.
 */
export const storageKeys = {
  // Of the device, whoever uses it.
  contentTime: 'content-at',
  deviceCommand: 'transfer.wish',
  deviceErrors: 'transfer.errors',
  deviceId: 'transfer.device',
  deviceKey: 'transfer.device-key',
  language: 'language',
  links: 'links',
  nightReload: 'night-reload',
  optionCount: 'sign-in-services',
  paintedAt: 'transfer.painted',
  textSize: 'text-size',
  theme: 'theme',
  /** Survives a sign-out: it holds an id and a number. */
  acceptedPolicy: (userId: string) => `accepted-policy:${userId}` as const,
  /** Derived from the backend's host as supabase-js does. */
  session: (host: string) => `sb-${host}-auth-token` as const,

  // Of the person who uses it.
  contentBase: 'personal:content-base',
  contentWork: 'personal:content-work',
  documentsSeen: 'personal:papers-seen',
  driver: 'personal:driver',
  lock: 'personal:lock',
  openShift: 'personal:open-shift',
  pin: 'personal:pin',
  policy: 'personal:policy',
  ratedAt: 'personal:rated',
  ratingOfDay: 'personal:rating-of-day',
  requestedMail: 'personal:asked-mail',

  // Of the tab: they survive a reload and end with the tab.
  greeting: 'greeting',
  homeOpen: 'home-open',
  parked: 'parked',
  recovery: 'recovery',
  reloads: 'reloads',
} as const;

type KeyOf<Entry> = Entry extends (...parts: never) => infer Key ? Key : Entry;

/** A key of the table. */
export type StorageKey = KeyOf<(typeof storageKeys)[keyof typeof storageKeys]>;
