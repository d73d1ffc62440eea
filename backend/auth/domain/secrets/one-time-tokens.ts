import { createHash, createHmac, randomInt } from 'node:crypto';
import type { AuthSettings } from '../../../config/auth-settings.ts';
import type { DerivedSecrets } from '../../../identity/root-secrets.ts';
import { sameText } from '../../../util/same-text.ts';
import type { AddressProvider } from '../../store/addresses.ts';
import { sentAtColumns, type AuthUser, type TokenKind } from '../../store/users.ts';

const pkcePrefix = 'pkce_';

/** Whether the app that requested the link exchanges a code for the session. */
export function isPkceLink(link: string): boolean {
  return link.startsWith(pkcePrefix);
}

const devicePrefix = 'device_';

/** Whether an administrator made the link for a device: its holder has proved neither a mailbox nor a password. */
export function isDeviceLink(link: string): boolean {
  return link.startsWith(devicePrefix);
}

function hash(link: string): string {
  const prefix = [pkcePrefix, devicePrefix].find((each) => link.startsWith(each)) ?? '';
  return `${prefix}${createHash('sha224').update(link.slice(prefix.length)).digest('hex')}`;
}

export type LinkUse = 'session' | 'pkce' | 'device';
const prefixes: Readonly<Record<LinkUse, string>> = { session: '', pkce: pkcePrefix, device: devicePrefix };

/** A random code. */
export function drawDigits(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0');
}

/**
 * Makes codes and links. The link's token is an HMAC of address and code, so trying all codes does not find it. The
 * database holds only its SHA-224, so a reader of the database can use neither.
 */
export function createOneTimeTokens(secrets: DerivedSecrets, digits: number) {
  const [first] = secrets;
  const linkOf = (secret: Buffer, address: string, code: string): string =>
    createHmac('sha224', secret).update(`${address}\n${code}`).digest('hex');
  return {
    /**
     * Draws a secret in three forms: `code` of 6 to 10 digits for a person to type, the token in a `link` (`token_hash` on
     * the wire), and the `stored` one.
     * @param use `pkce` when the link leads to a PKCE exchange, `device` when it signs in a device. The token then has the
     *   prefix `pkce_` or `device_`. The code of a `device` link is never valid.
     * @param code a fixed code, for test numbers
     */
    draw(address: string, use: LinkUse, code = drawDigits(digits)) {
      const link = `${prefixes[use]}${linkOf(first, address, code)}`;
      return { code, link, stored: hash(link) };
    },
    /** The forms in which a code for an address may be stored. */
    storedOfCode: (address: string, code: string): readonly string[] =>
      secrets.flatMap((secret) => {
        const link = linkOf(secret, address, code.trim());
        return [hash(link), hash(`${pkcePrefix}${link}`)];
      }),
    storedOfLink: (link: string): readonly string[] => [hash(link)],
  };
}

export function isStored(stored: string, candidates: readonly string[]): boolean {
  return candidates.some((candidate) => sameText(candidate, stored));
}

/** Whether a stored token has outlived its lifetime, which depends on the way it was sent. */
export function isExpired(
  { settings }: { readonly settings: Pick<AuthSettings, 'email' | 'sms'> },
  user: AuthUser,
  kind: TokenKind,
  provider: AddressProvider,
): boolean {
  const lifetime = provider === 'phone' ? settings.sms.otp_expiry : settings.email.otp_expiry;
  return (user[sentAtColumns[kind]]?.getTime() ?? 0) + lifetime * 1000 < Date.now();
}
