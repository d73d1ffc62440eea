import type { RightsKind, RightsPerson } from '../../../shared/rights.ts';
import { readContact } from '../../forms/contact.ts';

export interface RequestValues {
  readonly kind: RightsKind | '';
  readonly person: RightsPerson;
  readonly name: string;
  readonly body: string;
  /** An e-mail address or a telephone number. */
  readonly contact: string;
}

export const emptyRequest: RequestValues = { kind: '', person: 'passenger', name: '', body: '', contact: '' };

/** The problems of a request; its contact is needed, because the company has to know who asks. */
export function requestProblems({ kind, name, body, contact }: RequestValues) {
  return {
    kind: kind === '',
    name: name.trim() === '',
    body: body.trim() === '',
    contact: contact.trim() === '' || readContact(contact) === null,
  };
}
