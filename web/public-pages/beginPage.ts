import type { Language } from '../../shared/languages.ts';
import { newestRelease } from '../content/newestRelease.ts';
import { getEnvironment } from '../data/environment.ts';
import {
  readCasePage,
  readRightsPage,
  type PublicCase,
  type RightsPage,
} from '../data/tickets/ticketPages.ts';
import { readReceipt, type Receipt } from '../data/cards/receipts.ts';
import type { Release } from '../data/content/releases.ts';
import { verifyDriver, type VerifiedDriver } from '../data/drivers/verification.ts';
import { readRatingLink, type LinkedDriver } from '../data/reviews/rateByLink.ts';
import { readTripPage, type PassengersTrip } from '../data/trips/tripPage.ts';
import { tracked } from '../util/tracked.ts';
import { phoneLanguage } from '../i18n/phoneLanguage.ts';
import { secretOf } from '../util/lengthened.ts';
import type { PublicPage } from './pages.ts';

// Runs before React has loaded: import nothing that needs it.

/** A public page whose request is in flight; the screen shows a failure when it renders. */
export type BegunPage = { readonly language: Language } & (
  | { readonly name: 'verify'; readonly code: string; readonly asked: Promise<VerifiedDriver | null> }
  | { readonly name: 'rate'; readonly token: string; readonly asked: Promise<LinkedDriver> }
  | { readonly name: 'guide' | 'book'; readonly release: Promise<Release> }
  | { readonly name: 'help'; readonly code: string }
  | { readonly name: 'ticket'; readonly secret: string; readonly asked: Promise<PublicCase | null> }
  | { readonly name: 'receipt'; readonly secret: string; readonly asked: Promise<Receipt | null> }
  | { readonly name: 'trip'; readonly secret: string; readonly asked: Promise<PassengersTrip | null> }
  | { readonly name: 'rights' }
  | { readonly name: 'rightsRequest'; readonly secret: string; readonly asked: Promise<RightsPage | null> }
);

const messages = import.meta.glob(
  '../i18n/*/{index,publicPages,colours,help,cards,booking,tripCode,panels,rightsPage,reasons,tripPage}.ts',
);

/** The messages of a page besides those that every page has. */
export const ownNamespaces = {
  verify: ['colours'],
  rate: ['reasons'],
  guide: [],
  book: ['booking', 'tripCode', 'panels'],
  help: ['help'],
  ticket: ['help'],
  receipt: ['cards'],
  trip: ['tripPage', 'colours', 'reasons', 'panels'],
  rights: ['rightsPage'],
  rightsRequest: ['rightsPage', 'help'],
} as const satisfies Readonly<Record<PublicPage['name'], readonly string[]>>;

/** The addresses hold codes and tokens: no request may carry them as its `Referer`. */
function keepAddressSecret(): void {
  const meta = { name: 'referrer', content: 'no-referrer' };
  document.head.append(Object.assign(document.createElement('meta'), meta));
}

/**
 * Starts the page's request and loads its messages, in the language of the address, the stored choice, or the phone.
 * @param chosen the language stored on this device
 */
export function beginPage(page: PublicPage, chosen: string | null): BegunPage {
  keepAddressSecret();
  const { defaultLanguage } = getEnvironment();
  const language = phoneLanguage(window.location.search, chosen, navigator.languages, defaultLanguage);
  for (const name of ['index', 'publicPages', ...ownNamespaces[page.name]])
    void tracked(messages[`../i18n/${language}/${name}.ts`]?.() ?? Promise.resolve());
  if (page.name === 'verify') return { ...page, language, asked: tracked(verifyDriver(page.code)) };
  if (page.name === 'rate') return { ...page, language, asked: tracked(readRatingLink(page.token)) };
  if (page.name === 'guide' || page.name === 'book')
    return { ...page, language, release: tracked(newestRelease()) };
  const secret = secretOf(window.location.hash);
  if (page.name === 'ticket') return { ...page, language, secret, asked: tracked(readCasePage(secret)) };
  if (page.name === 'receipt') return { ...page, language, secret, asked: tracked(readReceipt(secret)) };
  if (page.name === 'trip') return { ...page, language, secret, asked: tracked(readTripPage(secret)) };
  if (page.name === 'rightsRequest')
    return { ...page, language, secret, asked: tracked(readRightsPage(secret)) };
  return { ...page, language };
}
