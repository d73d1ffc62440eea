import { displayPhone } from '../chile/phone-reading.ts';
import { phoneOf } from '../chile/phone.ts';
import type { Content, Policy } from './content.ts';

/** A policy with the company that it names. */
export type PublishedPolicy = Pick<Content, 'company' | 'policy'>;

/** A telephone number in groups; as the company wrote it where it is not understood. */
function shown(number: string): string {
  const e164 = phoneOf(number);
  return e164 === null ? number : displayPhone(e164);
}

/** How to reach the company, as the end of the policy's Spanish sentence: the first contact that it has given. */
function contactOf({ whatsappNumber, phone, email }: Content['company']): string {
  if (whatsappNumber !== '') return `por WhatsApp al ${shown(whatsappNumber)}`;
  if (phone !== '') return `por teléfono al ${shown(phone)}`;
  return email === '' ? 'por los medios que publica la empresa' : `por correo a ${email}`;
}

/** The texts in place of `{company}`, `{contact}` and so on; empty for what the company has not given. */
function valuesOf(company: Content['company']): ReadonlyMap<string, string> {
  const { name, legalName, rut, address, email, phone, whatsappNumber } = company;
  const values = { company: name, contact: contactOf(company), legalName, rut, address, email };
  return new Map(Object.entries({ ...values, phone: shown(phone), whatsappNumber: shown(whatsappNumber) }));
}

const placeholder = /\{(\w+)\}/g;

/**
 * The sections of the privacy policy with the company's data in place of `{company}`, `{contact}`, `{legalName}`, `{rut}`,
 * `{address}`, `{email}`, `{phone}` and `{whatsappNumber}`. An item that names something the company has not given is
 * left out.
 */
export function policySections({ company, policy }: PublishedPolicy): Policy['sections'] {
  const values = valuesOf(company);
  const fill = (text: string): string =>
    text.replace(placeholder, (whole, name) => values.get(name) ?? whole);
  const isKnown = (item: string): boolean =>
    [...item.matchAll(placeholder)].every(([, name = '']) => values.get(name) !== '');
  return policy.sections.map(({ title, text, items }) => ({
    title: fill(title),
    text: fill(text),
    items: items.filter(isKnown).map(fill),
  }));
}
