/** Matches the parts of our own addresses. Any other part may be a secret in the wrong place. */
const harmless = /^\.?[a-z-]{0,24}$/;

/** The fixed beginning of an address, for the log: the rest holds names, tokens and search terms of people. */
export function loggedPath(path: string): string {
  const parts = path.split('/', 4).slice(1);
  const [first = '', , third = ''] = parts.map((part) => (harmless.test(part) ? part : '…'));
  return parts[1] === 'v1' ? `/${first}/v1/${third}` : `/${first}`;
}
