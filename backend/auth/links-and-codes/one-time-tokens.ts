import { createHash, createHmac, randomInt } from 'node:crypto';
import type { Queryable } from '../../db/database.ts';
import type { DerivedSecrets } from '../../identity/root-secrets.ts';
import { sameText } from '../../util/same-text.ts';

/** The columns of `auth.users` that hold stored tokens. */
export type TokenKind =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_current'
  | 'email_change_token_new'
  | 'phone_change_token'
  | 'reauthentication_token';

/** One secret in three forms. */
interface OneTimeToken {
  /** 6 to 10 digits for a person to type. */
  readonly code: string;
  /** The token in a link, and `token_hash` on the wire. */
  readonly link: string;
  readonly stored: string;
}

/**
 * Makes codes and links. The link's token is an HMAC of address and code, so trying all codes does not find it. The
 * database holds only its SHA-224, so a reader of the database can use neither.
 */
export interface OneTimeTokens {
  /**
   * @param pkce whether the link leads to a PKCE exchange; its token then has the prefix `pkce_`
   * @param code a fixed code, for test numbers
   */
  draw(address: string, pkce: boolean, code?: string): OneTimeToken;
  /** The forms in which a code for an address may be stored. */
  storedOfCode(address: string, code: string): readonly string[];
  storedOfLink(link: string): readonly string[];
}

const pkcePrefix = 'pkce_';

/** Whether the app that requested the link exchanges a code for the session. */
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

export function isStored(stored: string, candidates: readonly string[]): boolean {
  return candidates.some((candidate) => sameText(candidate, stored));
}

/** A stored token and its user. */
interface FoundToken {
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
