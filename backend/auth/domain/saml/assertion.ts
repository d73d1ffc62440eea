import * as v from 'valibot';
import { AuthError } from '../../errors.ts';
import { toLowerLatin } from '../../store/addresses.ts';
import type { Metadata } from '../../store/users.ts';
import type { ProviderProfile } from '../../store/identities.ts';
import type { AttributeMapping, SsoConnection } from '../../store/connections.ts';
import type { VerifiedResponse } from './xml-tasks.ts';

/** The parts of a signed assertion that the library does not check, in its form of XML: elements are lists. */
const assertionSchema = v.object({
  Assertion: v.object({
    $: v.object({ ID: v.string() }),
    Subject: v.tuple([
      v.object({
        SubjectConfirmation: v.array(
          v.object({
            $: v.object({ Method: v.string() }),
            SubjectConfirmationData: v.tuple([
              v.object({
                $: v.object({
                  Recipient: v.string(),
                  NotOnOrAfter: v.string(),
                  InResponseTo: v.optional(v.string()),
                }),
              }),
            ]),
          }),
        ),
      }),
    ]),
  }),
});

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const clockSkewMs = 60_000;

/**
 * Checks that a signed assertion is for this server and this request, and has not expired.
 * @param request the id of our request; undefined when the identity provider began
 * @returns the assertion's id
 * @throws AuthError saml_assertion_not_valid
 */
export function checkConfirmation(
  verified: VerifiedResponse,
  recipient: string,
  request: string | undefined,
): string {
  const parsed = v.safeParse(assertionSchema, verified.assertion);
  if (!parsed.success) throw notValid('it names no subject that it is for');
  const { $, Subject } = parsed.output.Assertion;
  const confirmed = Subject[0].SubjectConfirmation.some(
    ({ $: { Method }, SubjectConfirmationData: [data] }) => {
      const { Recipient, NotOnOrAfter, InResponseTo } = data.$;
      const end = Date.parse(NotOnOrAfter);
      return (
        Method === bearer &&
        Recipient === recipient &&
        InResponseTo === request &&
        end + clockSkewMs > Date.now()
      );
    },
  );
  if (!confirmed) throw notValid('it is for somebody else, for another request, or too old');
  return $.ID;
}

export function notValid(reason: string): AuthError {
  return new AuthError('saml_assertion_not_valid', { message: `SAML Assertion is not valid: ${reason}` });
}

const emailAttributes = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
];
const subjectAttributes = [
  'urn:oasis:names:tc:SAML:attribute:subject-id',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.6',
];
const maxValueCharacters = 2000;
/** For all attributes of `attribute_mapping`, since every token of the account contains them. */
const maxClaimsBytes = 2048;

function storable(value: unknown): unknown {
  if (typeof value === 'string')
    return value.toWellFormed().replaceAll('\0', '').trim().slice(0, maxValueCharacters);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').map(storable) : undefined;
}

function firstText(attributes: ReadonlyMap<string, unknown>, names: readonly string[]): string {
  for (const name of names) {
    const value = attributes.get(name);
    const text = storable(Array.isArray(value) ? value[0] : value);
    if (typeof text === 'string' && text !== '') return text;
  }
  return '';
}

function mapped(
  attributes: ReadonlyMap<string, unknown>,
  { name, names = [], ...rest }: NonNullable<AttributeMapping['keys']>[string],
): unknown {
  for (const candidate of [...(name === undefined ? [] : [name]), ...names])
    if (attributes.has(candidate)) return storable(attributes.get(candidate));
  return rest.default;
}

function customClaims(attributes: ReadonlyMap<string, unknown>, provider: SsoConnection): Metadata {
  const keys = Object.entries(provider.saml.attribute_mapping?.keys ?? {});
  return Object.fromEntries(
    keys.flatMap(([key, mapping]) => {
      const value = mapped(attributes, mapping);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/** The person of an assertion. @throws AuthError saml_assertion_no_email, saml_assertion_no_user_id */
export function profileOfAssertion(verified: VerifiedResponse, provider: SsoConnection): ProviderProfile {
  const { nameId, nameIdFormat: format } = verified;
  const attributes = new Map(Object.entries(verified.attributes));
  const { email: mappedEmail, ...custom } = customClaims(attributes, provider);
  const fromName = format.endsWith(':emailAddress') ? nameId : '';
  const email =
    typeof mappedEmail === 'string' ? mappedEmail : firstText(attributes, emailAttributes) || fromName;
  if (email === '') throw new AuthError('saml_assertion_no_email');
  const lasting = format.endsWith(':transient') ? '' : nameId;
  const subject = firstText(attributes, subjectAttributes) || lasting || toLowerLatin(email);
  if (Buffer.byteLength(JSON.stringify(custom)) > maxClaimsBytes)
    throw notValid('the attributes of the person are too large');
  if (subject.length > maxValueCharacters) throw new AuthError('saml_assertion_no_user_id');
  return {
    subject,
    email: toLowerLatin(email),
    emailVerified: true,
    data: {
      iss: provider.saml.entity_id,
      sub: subject,
      provider_id: subject,
      email: toLowerLatin(email),
      email_verified: true,
      phone_verified: false,
      ...(Object.keys(custom).length > 0 && { custom_claims: custom }),
    },
  };
}
