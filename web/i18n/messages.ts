import type { Language } from '../../shared/languages.ts';
import type { StaffLanguage } from '../../shared/staff-languages.ts';

/**
 * The messages of the first load. Spanish defines them; the other languages satisfy this type.
 * A new namespace is one file and one line in `<language>/index.ts` for each language.
 */
export type Messages = typeof import('./es/index.ts');

/** Messages that only some screens need. Spanish defines them; each language's file has the type of the Spanish one. */
type SharedMessages = typeof import('./es/account.ts') &
  typeof import('./es/booking.ts') &
  typeof import('./es/connection.ts') &
  typeof import('./es/emergency.ts') &
  typeof import('./es/colours.ts') &
  typeof import('./es/factors.ts') &
  typeof import('./es/invitation.ts') &
  typeof import('./es/kiosk.ts') &
  typeof import('./es/legalTaxi.ts') &
  typeof import('./es/numbers.ts') &
  typeof import('./es/panels.ts') &
  typeof import('./es/passkeys.ts') &
  typeof import('./es/phrases.ts') &
  typeof import('./es/policy.ts') &
  typeof import('./es/publicPages.ts') &
  typeof import('./es/replies.ts') &
  typeof import('./es/reasons.ts') &
  typeof import('./es/tripCode.ts') &
  typeof import('./es/tripPage.ts') &
  typeof import('./es/help.ts') &
  typeof import('./es/rightsPage.ts') &
  typeof import('./es/fleet/ownReviews.ts') &
  typeof import('./es/cards.ts') &
  typeof import('./es/waiting.ts') &
  typeof import('./es/fleet/ownAnnouncements.ts') &
  typeof import('./es/fleet/ownDocuments.ts') &
  typeof import('./es/fleet/ownShifts.ts') &
  typeof import('./es/fleet/ownTrips.ts') &
  typeof import('./es/fleet/ownDevice.ts') &
  typeof import('./es/fleet/shift.ts');

/** Messages of the administration panel, which staff read in Spanish or English. */
type StaffMessages = typeof import('./es/admin.ts') &
  typeof import('./es/audit.ts') &
  typeof import('./es/search.ts') &
  typeof import('./es/studio.ts') &
  typeof import('./es/today.ts') &
  typeof import('./es/fleet/trips.ts') &
  typeof import('./es/fleet/tripContacts.ts') &
  typeof import('./es/fleet/rights.ts') &
  typeof import('./es/fleet/cases.ts') &
  typeof import('./es/fleet/tickets.ts') &
  typeof import('./es/fleet/reviews.ts') &
  typeof import('./es/fleet/report.ts') &
  typeof import('./es/fleet/printing.ts') &
  typeof import('./es/fleet/announcements.ts') &
  typeof import('./es/fleet/newDrivers.ts') &
  typeof import('./es/fleet/documents.ts') &
  typeof import('./es/fleet/shiftRecords.ts') &
  typeof import('./es/fleet/devices.ts') &
  typeof import('./es/fleet/vehicles.ts');

export type LazyMessages = SharedMessages & StaffMessages;
export type SharedNamespace = keyof SharedMessages;
export type StaffNamespace = keyof StaffMessages;
export type Namespace = keyof LazyMessages;

/** The languages that all of some namespaces have. */
export type LanguageOf<Name extends Namespace> =
  Extract<Name, StaffNamespace> extends never ? Language : StaffLanguage;
