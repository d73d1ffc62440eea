import { phoneOf } from '../../shared/chile/phone.ts';

/** The way to reach a person; both null for a person who gave none. */
export interface PersonContact {
  readonly email: string | null;
  /** E.164 */
  readonly phone: string | null;
}

const address = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/;

/** Reads an e-mail address or a telephone number; null for anything else. An empty one is neither. */
export function readContact(written: string): PersonContact | null {
  const contact = written.trim();
  if (contact === '') return { email: null, phone: null };
  if (address.test(contact)) return { email: contact, phone: null };
  const phone = phoneOf(contact);
  return phone === null ? null : { email: null, phone };
}
