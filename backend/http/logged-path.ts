/** What a part of an address of ours looks like; what does not may be a secret that was put in the wrong place. */
const harmless = /^\.?[a-z-]{0,24}$/;

/** Addresses hold names, tokens and search terms of people: only the fixed beginning is logged. */
export function loggedPath(path: string): string {
  const parts = path.split('/', 4).slice(1);
  const [first = '', , third = ''] = parts.map((part) => (harmless.test(part) ? part : '…'));
  return parts[1] === 'v1' ? `/${first}/v1/${third}` : `/${first}`;
}
