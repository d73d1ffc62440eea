import { toLowerLatin } from '../../store/addresses.ts';
import type { ProviderProfile } from '../../store/identities.ts';

/** Claims about a person, by the names of OpenID Connect. */
export type PersonClaims = Readonly<Record<string, unknown>>;

/** Drops longer claims. */
const maxTextBytes = 1000;
/** Bounds all copied claims: with subject and address they fit `maxUserMetadata`. */
const maxCopiedBytes = 2048;
const maxSubjectCharacters = 255;

/** The claim as text that PostgreSQL can store; undefined when it is empty, too long or no text. */
function textClaim(claims: PersonClaims, name: string): string | undefined {
  const value = claims[name];
  if (typeof value !== 'string' || value === '' || Buffer.byteLength(value) > maxTextBytes) return undefined;
  return value.toWellFormed().replaceAll('\0', '') || undefined;
}

/**
 * A claim by which an account is found, as it stands or not at all: without the signs that PostgreSQL does not store it would
 * be another person's.
 */
function keyClaim(claims: PersonClaims, name: string): string | undefined {
  const text = textClaim(claims, name);
  return text === claims[name] ? text : undefined;
}

/** Some providers, such as Apple, write booleans as text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** The copied claims, and their names in the hosted service. */
const copiedNames: readonly (readonly [claim: string, names: readonly string[]])[] = [
  ['iss', ['iss']],
  ['name', ['name', 'full_name']],
  ['given_name', ['given_name']],
  ['family_name', ['family_name']],
  ['nickname', ['nickname']],
  ['preferred_username', ['preferred_username', 'user_name']],
  ['picture', ['picture', 'avatar_url']],
  ['locale', ['locale']],
];

/** The copied claims in the order of `copiedNames`, within `maxCopiedBytes`. */
function copiedClaims(claims: PersonClaims): Record<string, string> {
  let size = 0;
  const copied = copiedNames.flatMap(([claim, names]) => {
    const value = textClaim(claims, claim);
    if (value === undefined) return [];
    const entries = names.map((name) => [name, value] as const);
    const more = Buffer.byteLength(JSON.stringify(entries));
    if (size + more > maxCopiedBytes) return [];
    size += more;
    return entries;
  });
  return Object.fromEntries(copied);
}

/** The person of verified claims; undefined without a usable subject. */
export function profileOf(claims: PersonClaims): ProviderProfile | undefined {
  const subject = keyClaim(claims, 'sub');
  if (subject === undefined || subject.length > maxSubjectCharacters) return undefined;
  const email = toLowerLatin(keyClaim(claims, 'email') ?? '');
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
