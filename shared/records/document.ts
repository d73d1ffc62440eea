import type { Database } from '../database.types.ts';
import type { RecordField, RecordTexts } from './field.ts';

type Row<Table extends 'documents' | 'document_kinds'> = Database['public']['Tables'][Table]['Row'];
type Fields<Table extends 'documents' | 'document_kinds'> = Readonly<
  Record<string, RecordField<keyof Row<Table> & string>>
>;

/** A document belongs to a driver or to a vehicle. */
export type DocumentOwner = 'driver' | 'vehicle';

/** The fields of a document that people type, in the order of a file. Days are those of Chile. */
export const documentFields = {
  number: { column: 'number', shape: { kind: 'text', max: 60 }, heading: 'número', example: 'A-10428' },
  issuedOn: {
    column: 'issued_on',
    shape: { kind: 'day', optional: true },
    heading: 'emitido',
    example: '2026-03-01',
  },
  expiresOn: { column: 'expires_on', shape: { kind: 'day' }, heading: 'vence', example: '2027-03-01' },
} as const satisfies Fields<'documents'>;

export type DocumentFieldName = keyof typeof documentFields;
export type DocumentColumn = (typeof documentFields)[DocumentFieldName]['column'];
/** A document as a form holds it; empty text for none. */
export type DocumentTexts = RecordTexts<typeof documentFields>;

/** The company's kinds of documents. */
export const kindFields = {
  name: {
    column: 'name',
    shape: { kind: 'text', max: 60, required: true },
    heading: 'tipo',
    example: 'Extintor',
  },
} as const satisfies Fields<'document_kinds'>;
