import type { Language } from '../../shared/languages.ts';
import { getEnvironment } from './environment.ts';

/**
 * The address of a public page for a passenger's own phone: below `PUBLIC_URL`, or, if that is this very machine (nobody has
 * set it), below the address that the screen in the vehicle was opened at.
 */
function publicUrl(path: string): string {
  const { publicUrl: given } = getEnvironment();
  const isLocal = given === '' || /^(localhost|127\.|\[::1\])/.test(new URL(given).host);
  return `${isLocal ? window.location.origin : given}${path}`;
}

/** The page that confirms who drives. */
export function verifyUrl(code: string): string {
  return publicUrl(`/verify/${code}`);
}

/** The page on which one rating can be given. */
export function rateUrl(token: string): string {
  return publicUrl(`/rate/${token}`);
}

/** In the language of the phone without one, which is right on paper. */
const inLanguage = (language: Language | undefined) => (language ? `?lang=${language}` : '');

/** The page for lost things, complaints and receipts, about a driver. */
export function helpUrl(code: string, language?: Language): string {
  return publicUrl(`/help/${code}${inLanguage(language)}`);
}

/** The same page about nobody in particular, in the language of the phone. */
export function generalHelpUrl(): string {
  return publicUrl('/help');
}

/** The travel guide. */
export function guideUrl(language?: Language): string {
  return publicUrl(`/guide${inLanguage(language)}`);
}

/** The page of a receipt. The secret is in the fragment, as in `setupUrl`. */
export function receiptUrl(secret: string): string {
  return publicUrl(`/receipt#${secret}`);
}

/** The page of a trip, for its passenger. The secret is in the fragment, as in `setupUrl`. */
export function tripPageUrl(secret: string): string {
  return publicUrl(`/trip#${secret}`);
}

/** The page on which a passenger books a trip. @param fragment fills the form in; browsers send it to no server */
export function bookUrl(language: Language, fragment: string): string {
  return publicUrl(`/book?lang=${language}#${fragment}`);
}

/**
 * The page that sets a device up. The token is in the fragment, which browsers send to no server: in a log it would be a
 * way in.
 */
export function setupUrl(token: string): string {
  return publicUrl(`/tablet#${token}`);
}

/** The page on which an invited driver accepts. The token is in the fragment, as in `setupUrl`. */
export function inviteUrl(token: string): string {
  return publicUrl(`/invite#${token}`);
}

/** The page of a request about personal data. The secret is in the fragment, as in `setupUrl`. */
export function rightsRequestUrl(secret: string, language: Language): string {
  return publicUrl(`/rights/request?lang=${language}#${secret}`);
}
