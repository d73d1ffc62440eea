import type { Metadata } from '../users.ts';

/** Who signed in at a provider. */
export interface Profile {
  /** The provider's own id of the person. */
  readonly subject: string;
  /** In lower case; the empty text when the provider gives none. */
  readonly email: string;
  /** The provider says that the address belongs to the person. */
  readonly emailVerified: boolean;
  /** What goes to the identity and to user_metadata (wire §2.2). */
  readonly data: Metadata;
}

/** Tokens of the provider, which the app may use to call it. */
export interface ProviderTokens {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
}

/** Claims about a person, by the names of OpenID Connect. */
export type PersonClaims = Readonly<Record<string, unknown>>;

/** In bytes of each claim; longer ones are left out. All of them together stay below `maxMetadataBytes`. */
const maxText = 1000;
/** What `user_metadata` may have: it is in every token of the account. */
export const maxMetadataBytes = 16 * 1024;
const maxSubject = 255;

/** Text that PostgreSQL can store; undefined when the claim is none or is empty. */
function textClaim(claims: PersonClaims, name: string): string | undefined {
  const value = claims[name];
  if (typeof value !== 'string' || value === '' || Buffer.byteLength(value) > maxText) return undefined;
  return value.toWellFormed().replaceAll('\0', '') || undefined;
}

/** Providers write it as a boolean or, Apple among them, as text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** The claims that are kept, and under which names: the hosted service's. */
const kept: readonly (readonly [claim: string, names: readonly string[]])[] = [
  ['iss', ['iss']],
  ['name', ['name', 'full_name']],
  ['given_name', ['given_name']],
  ['family_name', ['family_name']],
  ['nickname', ['nickname']],
  ['preferred_username', ['preferred_username', 'user_name']],
  ['picture', ['picture', 'avatar_url']],
  ['locale', ['locale']],
];

/** The person behind claims that were verified; undefined when they have no usable subject. */
export function profileOf(claims: PersonClaims): Profile | undefined {
  const subject = textClaim(claims, 'sub');
  if (subject === undefined || subject.length > maxSubject) return undefined;
  const email = (textClaim(claims, 'email') ?? '').toLowerCase();
  const emailVerified = email !== '' && isTrue(claims['email_verified']);
  const copied = kept.flatMap(([claim, names]) => {
    const value = textClaim(claims, claim);
    return value === undefined ? [] : names.map((name) => [name, value] as const);
  });
  return {
    subject,
    email,
    emailVerified,
    data: {
      ...Object.fromEntries(copied),
      sub: subject,
      provider_id: subject,
      ...(email !== '' && { email }),
      email_verified: emailVerified,
      phone_verified: false,
    },
  };
}
