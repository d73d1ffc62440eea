/*
 * Every key of the browser's storage, so that no two parts of the app share one. Devices in the field hold values under these
 * names: a key may go, and none may change. The table consists of types, because the first load has no room for it.
 */

/** Keys of the device, whoever uses it. */
type DeviceKey =
  | 'booking'
  /** By account: the office's bookings, which a session that ends elsewhere does not take along. */
  | `${typeof bookingsPrefix}${string}`
  | 'cases'
  | 'company'
  | 'content-at'
  | 'language'
  | 'links'
  | 'night-reload'
  | 'paper'
  | 'rate-reasons'
  | 'sign-in-services'
  | 'text-size'
  | 'theme'
  | 'transfer.device'
  | 'transfer.errors'
  | 'transfer.painted'
  | 'transfer.usage'
  | 'transfer.wish'
  | 'trip-page'
  /** By user. Survives a sign-out: it holds an id and a number. */
  | `accepted-policy:${string}`
  /** By the backend's host, as supabase-js derives it. */
  | `sb-${string}-auth-token`;

/** Keys of the person who uses the device: they go when the person changes (`data/personal.ts`). */
type PersonalKey = `${typeof personalPrefix}${
  | 'announcements'
  | 'asked-mail'
  /** Before each account had its own. */
  | 'bookings'
  /** By account. */
  | `content-draft:${string}`
  | 'documents-seen'
  | 'driver'
  /** By account and form: typed and not sent. */
  | `form-draft:${string}`
  | 'lock'
  | 'open-shift'
  | 'pin'
  | 'policy'
  | 'rated'
  | 'rating-of-day'
  | 'trips'}`;

/** Keys of one tab: they survive a reload and end with the tab. */
type TabKey = 'greeting' | 'home-open' | 'parked' | 'recovery' | 'reloads';

export type StorageKey = DeviceKey | PersonalKey | TabKey;

export const personalPrefix = 'personal:';
export const bookingsPrefix = 'bookings:';
