import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../db/database.ts';
import type { DerivedSecrets } from '../root-secrets.ts';

/** The columns of `auth.users` that hold what is stored of a token. */
export type TokenKind =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_current'
  | 'email_change_token_new'
  | 'phone_change_token'
  | 'reauthentication_token';

/** One secret in three forms. */
export interface OneTimeToken {
  /** What a person types: 6 to 10 digits. */
  readonly code: string;
  /** What a link carries, and `token_hash` on the wire. */
  readonly link: string;
  readonly stored: string;
}

/**
 * Makes codes and links (wire §5). The link's part is an HMAC of address and code, so it cannot be found by trying all
 * codes; stored is only a SHA-224 of it, so whoever reads the database can use neither.
 */
export interface OneTimeTokens {
  /**
   * @param pkce the link leads to an exchange of codes; it is marked by the prefix `pkce_`
   * @param code given when it is fixed, as for test numbers
   */
  draw(address: string, pkce: boolean, code?: string): OneTimeToken;
  /** What may be stored of a code for an address. */
  storedOfCode(address: string, code: string): readonly string[];
  storedOfLink(link: string): readonly string[];
}

const pkcePrefix = 'pkce_';

/** Whether a link was asked for by an app that exchanges a code for the session. */
export function isPkceLink(link: string): boolean {
  return link.startsWith(pkcePrefix);
}

function hash(link: string): string {
  const prefix = isPkceLink(link) ? pkcePrefix : '';
  return `${prefix}${createHash('sha224').update(link.slice(prefix.length)).digest('hex')}`;
}

export function createOneTimeTokens(secrets: DerivedSecrets, digits: number): OneTimeTokens {
  const [first] = secrets;
  const linkOf = (secret: Buffer, address: string, code: string): string =>
    createHmac('sha224', secret).update(`${address}\n${code}`).digest('hex');
  return {
    draw(address, pkce, code = String(randomInt(10 ** digits)).padStart(digits, '0')) {
      const link = `${pkce ? pkcePrefix : ''}${linkOf(first, address, code)}`;
      return { code, link, stored: hash(link) };
    },
    storedOfCode: (address, code) =>
      secrets.flatMap((secret) => {
        const link = linkOf(secret, address, code.trim());
        return [hash(link), hash(`${pkcePrefix}${link}`)];
      }),
    storedOfLink: (link) => [hash(link)],
  };
}

/** Whether a code is the one that is stored. */
export function isStored(stored: string, candidates: readonly string[]): boolean {
  const expected = Buffer.from(stored);
  return candidates.some((candidate) => {
    const given = Buffer.from(candidate);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** A token that somebody can use, and whose it is. */
export interface FoundToken {
  readonly userId: string;
  readonly kind: TokenKind;
}

export async function findToken(
  db: Queryable,
  kinds: readonly TokenKind[],
  stored: readonly string[],
): Promise<FoundToken | undefined> {
  const rows = await db.query<FoundToken>(
    `select user_id as "userId", token_type as kind from auth.one_time_tokens
     where token_hash = any ($1) and token_type = any ($2) limit 1`,
    [stored, kinds],
  );
  return rows[0];
}
