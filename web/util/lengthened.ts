/** The text that stood in an address before programs escaped it, perhaps twice. Escapes that mean nothing go. */
function unescape(text: string): string {
  const plain = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return '';
    }
  });
  return plain === text ? text : unescape(plain);
}

/** A part of an address as it was written: a chat program may escape it, or break it by invisible characters. */
export const plainAddress = (part: string): string => unescape(part).replaceAll(/[\p{Cf}\p{M}]/gu, '');

/** The first word of an address: chat programs put signs around it, and take what follows for a part of it. */
export const firstWord = (part: string): string =>
  /[0-9a-z]+/i.exec(plainAddress(part))?.[0].toLowerCase() ?? '';

/** A token of 64 hexadecimal digits, or a secret of 256 bits in base64url: a chat program's `_` may follow. */
const secret = /[0-9a-f]{64}|[\w-]{43}|[\w-]+/;

/** The secret or token in the fragment of an address, which may be lengthened like its path. */
export const secretOf = (fragment: string): string => secret.exec(plainAddress(fragment))?.[0] ?? '';
