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

/** The public page at a path; null for a path of the app. */
export function publicPage(path: string): PublicPage | null {
  const [name, value, ...more] = path.split('/').slice(1);
  if (more.some((part) => part !== '')) return null;
  if ((name === 'guide' || name === 'book' || name === 'receipt' || name === 'rights') && !value)
    return { name };
  if (name === 'help') return value === 'ticket' ? { name: 'ticket' } : { name, code: value ?? '' };
  if (name === 'rights') return value === 'request' ? { name: 'rightsRequest' } : null;
  if (name === 'verify' && value) return { name, code: value };
  if (name === 'rate' && value) return { name, token: value };
  return null;
}
