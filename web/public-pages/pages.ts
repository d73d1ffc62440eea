/** A page for a passenger's own phone, without sign-in. */
export type PublicPage =
  | { readonly name: 'verify'; readonly code: string }
  | { readonly name: 'rate'; readonly token: string }
  | { readonly name: 'guide' };

/** The public page at a path; null for a path of the app. */
export function publicPage(path: string): PublicPage | null {
  const [name, value, ...more] = path.split('/').slice(1);
  if (more.some((part) => part !== '')) return null;
  if (name === 'guide' && !value) return { name };
  if (name === 'verify' && value) return { name, code: value };
  if (name === 'rate' && value) return { name, token: value };
  return null;
}
