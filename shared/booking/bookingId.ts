/** Crockford's base32 in lower case: no letter looks like a digit or like another letter. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const idCharacters = 10;
const idPattern = /^[0-9a-hjkmnp-tv-z]{10}$/;

/**
 * Makes the id of a new booking: 50 random bits in ten characters. The messages of one booking share it, so that a later one
 * is recognised as a change of the same trip. It works where the app is served without TLS.
 */
export function newBookingId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(idCharacters));
  // 256 is a multiple of 32: each character is as likely as the others.
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Whether a value is the id of a booking, in lower case. */
export function isBookingId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value);
}
