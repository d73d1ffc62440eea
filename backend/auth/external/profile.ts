import type { Metadata } from '../accounts/users.ts';

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

/** In bytes of each claim; longer ones are left out. */
const maxText = 1000;
/** In bytes of the claims in `kept` together: with subject and address they fit into `maxUserMetadata`. */
const maxCopied = 2048;
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

/** The claims that are kept, in their order, as long as there is room for them. */
function copiedClaims(claims: PersonClaims): Record<string, string> {
  let size = 0;
  const copied = kept.flatMap(([claim, names]) => {
    const value = textClaim(claims, claim);
    if (value === undefined) return [];
    const entries = names.map((name) => [name, value] as const);
    const more = Buffer.byteLength(JSON.stringify(entries));
    if (size + more > maxCopied) return [];
    size += more;
    return entries;
  });
  return Object.fromEntries(copied);
}

/** The person behind claims that were verified; undefined when they have no usable subject. */
export function profileOf(claims: PersonClaims): Profile | undefined {
  const subject = textClaim(claims, 'sub');
  if (subject === undefined || subject.length > maxSubject) return undefined;
  const email = (textClaim(claims, 'email') ?? '').toLowerCase();
  const emailVerified = email !== '' && isTrue(claims['email_verified']);
  return {
    subject,
    email,
    emailVerified,
    data: {
      ...copiedClaims(claims),
      sub: subject,
      provider_id: subject,
      ...(email !== '' && { email }),
      email_verified: emailVerified,
      phone_verified: false,
    },
  };
}
