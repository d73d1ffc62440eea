import { firstWord, plainAddress } from '../util/lengthened.ts';

/** A page for a passenger's own phone, without sign-in. */
export type PublicPage =
  | { readonly name: 'verify'; readonly code: string }
  | { readonly name: 'rate'; readonly token: string }
  | { readonly name: 'guide' }
  /** The fragment fills the form in. */
  | { readonly name: 'book' }
  /** `code`: the driver's verification code, empty where the passenger does not have it. */
  | { readonly name: 'help'; readonly code: string }
  /** The secret stands in the fragment, which browsers send to no server. */
  | { readonly name: 'ticket' }
  /** The secret stands in the fragment, as of a ticket. */
  | { readonly name: 'receipt' }
  /** The secret stands in the fragment, as of a ticket. */
  | { readonly name: 'trip' }
  | { readonly name: 'rights' }
  /** Its secret stands in the fragment, too. */
  | { readonly name: 'rightsRequest' };

/** Length of a verification code. A printed card has one where a link has its token. */
const codeCharacters = 12;

/** The code at the beginning of a part: people and chat programs write signs around and into it. */
const codeOf = (part: string): string => part.replaceAll(/[^0-9a-z]/gi, '').slice(0, codeCharacters);

/** The token of a rating link: three bytes as four letters, digits, `-` or `_`. */
const ratingToken = /[\w-]{75}/;

/** The public page at a path, which a chat program may have lengthened or escaped; null for a path of the app. */
export function publicPage(path: string): PublicPage | null {
  const [first = '', value = ''] = plainAddress(path).split('/').slice(1);
  const name = firstWord(first);
  const word = firstWord(value);
  const isAlone =
    name === 'guide' || name === 'book' || name === 'receipt' || name === 'trip' || name === 'rights';
  if (isAlone && !word) return { name };
  if (name === 'help') return word === 'ticket' ? { name: 'ticket' } : { name, code: codeOf(value) };
  if (name === 'rights') return word === 'request' ? { name: 'rightsRequest' } : null;
  if (name === 'verify' && word) return { name, code: codeOf(value) };
  if (name === 'rate' && word) return { name, token: ratingToken.exec(value)?.[0] ?? codeOf(value) };
  return null;
}
