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
  | { readonly name: 'rights' }
  /** Its secret stands in the fragment, too. */
  | { readonly name: 'rightsRequest' };

function unescape(part: string): string {
  try {
    const plain = decodeURIComponent(part);
    return plain === part ? part : unescape(plain);
  } catch {
    return part.replaceAll(/%[0-9a-f]{0,2}/gi, '');
  }
}

/** A part of an address without the signs that a chat program or a person has put around or into it. */
const lettersOf = (part: string): string => part.replaceAll(/[^0-9a-z]/gi, '');

/** Length of a verification code. A printed card has one where a link has its token. */
const codeCharacters = 12;

/** The token of a rating link: three bytes as four letters, digits, `-` or `_`. */
const ratingToken = /[\w-]{75}/;

/** The public page at a path, which a chat program may have lengthened or escaped; null for a path of the app. */
export function publicPage(path: string): PublicPage | null {
  const [first = '', value = '', ...more] = path.split('/').slice(1).map(unescape);
  if (more.some((part) => lettersOf(part) !== '')) return null;
  const name = lettersOf(first).toLowerCase();
  const code = lettersOf(value);
  if ((name === 'guide' || name === 'book' || name === 'receipt' || name === 'rights') && !code)
    return { name };
  if (name === 'help') return code === 'ticket' ? { name: 'ticket' } : { name, code };
  if (name === 'rights') return code === 'request' ? { name: 'rightsRequest' } : null;
  if (name === 'verify' && code) return { name, code };
  if (name === 'rate' && code)
    return { name, token: ratingToken.exec(value)?.[0] ?? code.slice(0, codeCharacters) };
  return null;
}

/** The secret in the fragment of an address, which may be lengthened like its path. */
export const secretOf = (fragment: string): string => /[\w-]+/.exec(unescape(fragment))?.[0] ?? '';
