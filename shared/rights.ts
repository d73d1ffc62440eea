import type { RecordField } from './records/field.ts';

/** The rights of law 21.719, in the order in which people choose. `supabase/schemas/34_rights_requests.sql` checks the same. */
export const rightsKinds = [
  'access',
  'rectification',
  'erasure',
  'objection',
  'portability',
  'blocking',
] as const;
export type RightsKind = (typeof rightsKinds)[number];

/** The people who ask, as the company knows them. */
export const rightsPersons = ['passenger', 'driver', 'other'] as const;
export type RightsPerson = (typeof rightsPersons)[number];

/** The ways in which a request ends. `unconfirmed`: its author never showed that the contact is theirs. */
export const rightsOutcomes = ['granted', 'partly', 'refused', 'unconfirmed'] as const;
export type RightsOutcome = (typeof rightsOutcomes)[number];

/** A text of a request or of a breach has at most so many characters. */
export const maxRightsText = 2000;
export const maxRightsName = 120;

const text = { kind: 'text', max: maxRightsText } as const;

/** The fields of a request that came by word of mouth or on paper. */
export const requestFields = {
  name: { shape: { kind: 'text', max: maxRightsName, required: true } },
  body: { shape: { ...text, required: true } },
  contact: { shape: { kind: 'text', max: 254 } },
  received_on: { shape: { kind: 'day' } },
} as const satisfies Readonly<Record<string, Pick<RecordField, 'shape'>>>;

/** The fields of a breach of security, as the form of the register holds them. */
export const breachFields = {
  happened: { shape: { kind: 'day' } },
  known: { shape: { kind: 'day' } },
  people: { shape: { kind: 'integer', min: 0, max: 10_000_000, optional: true } },
  what: { shape: { ...text, required: true } },
  data: { shape: { ...text, required: true } },
  consequences: { shape: text },
  measures: { shape: text },
  agency: { shape: { kind: 'day', optional: true } },
  persons: { shape: { kind: 'day', optional: true } },
} as const satisfies Readonly<Record<string, Pick<RecordField, 'shape'>>>;
