/** A mail to an address that somebody else has typed: it adds no recipient and no text of its own. */
export function mailUrl(address: string, text = ''): string {
  const recipient = address.split('@').map(encodeURIComponent).join('@');
  return `mailto:${recipient}${text && `?body=${encodeURIComponent(text)}`}`;
}
