import type { Shape } from '../content/shape.ts';

/*
 * Drivers, vehicles and documents are described once, field by field. Types, checks, forms, lists, files and the audit log
 * derive from the descriptions; `supabase/tests/records.test.ts` holds the database to them.
 */

/** Values that people write in many ways, of which the database stores one. */
export type Spelling = 'contact' | 'plate';

/** A field of a record that people fill in. */
export interface RecordField<Column extends string = string> {
  readonly column: Column;
  /** Plain data, so that forms load without the interpreter of the shape language. */
  readonly shape: Extract<Shape, { kind: 'text' | 'integer' | 'choice' | 'day' }>;
  readonly spelling?: Spelling;
  /** Heads its column in a file, in Spanish whatever the language of the panel. */
  readonly heading: string;
  /** A value as a person types it. Previews and tests have it. */
  readonly example: string;
  /** Further attributes of its input. */
  readonly input?: Readonly<{ autoComplete?: string; autoCapitalize?: 'words' | 'characters' }>;
}

export type RecordFields = Readonly<Record<string, RecordField>>;
type Name<Fields> = keyof Fields & string;
/** The columns of a record's fields. */
export type ColumnOf<Fields extends RecordFields> = Fields[Name<Fields>]['column'];

/** A record as a form or a line of a file holds it; empty text for none. */
export type RecordTexts<Fields extends RecordFields> = Record<Name<Fields>, string>;

type Value = string | number | boolean | null | readonly string[];
/** A row with the columns of a field or a record. */
export type RowWith<Column extends string> = Readonly<Record<Column, Value>>;

/** The names of the fields, `first` before the others: a view that prefers an order shows a new field too. */
export function namesOf<Fields extends RecordFields>(
  fields: Fields,
  first: readonly Name<Fields>[] = [],
): readonly Name<Fields>[] {
  return [...new Set([...first, ...(Object.keys(fields) as Name<Fields>[])])];
}

/** Whether forms and files demand a value. */
export function isRequired({ shape }: Pick<RecordField, 'shape'>): boolean {
  return shape.kind === 'text' ? shape.required === true : shape.optional !== true;
}

/** Maps each field to a text. */
export function mapFields<Fields extends RecordFields>(
  fields: Fields,
  textOf: (field: Fields[Name<Fields>], name: Name<Fields>) => string,
): RecordTexts<Fields> {
  const entries = namesOf(fields).map((name) => [name, textOf(fields[name], name)]);
  return Object.fromEntries(entries) as RecordTexts<Fields>;
}

/** The value of a row as a form shows it. */
export function shownText<Column extends string>(
  { column }: RecordField<Column>,
  row: RowWith<Column>,
): string {
  return String(row[column] ?? '');
}

/** A row as a form holds it. */
export function textsOfRow<Fields extends RecordFields>(
  fields: Fields,
  row: RowWith<ColumnOf<Fields>>,
): RecordTexts<Fields> {
  return mapFields(fields, (field) => shownText(field, row));
}

/** The texts of a new record: the first of several choices, else none. */
export function emptyTexts<Fields extends RecordFields>(fields: Fields): RecordTexts<Fields> {
  return mapFields(fields, ({ shape }) => (shape.kind === 'choice' ? (shape.of[0] ?? '') : ''));
}

/** The columns of checked texts, with null for none. */
export function rowOfTexts<Fields extends RecordFields>(
  fields: Fields,
  texts: RecordTexts<Fields>,
): Record<ColumnOf<Fields>, string | number | null> {
  const entries = Object.entries<RecordField>(fields).map(([name, { column, shape }]) => {
    const text = texts[name as Name<Fields>];
    return [column, text === '' ? null : shape.kind === 'integer' ? Number(text) : text];
  });
  return Object.fromEntries(entries) as Record<ColumnOf<Fields>, string | number | null>;
}

/** The headings of a file, in its order. */
export function headingsOf<Fields extends RecordFields>(
  fields: Fields,
  first: readonly Name<Fields>[] = [],
): RecordTexts<Fields> {
  const entries = namesOf(fields, first).map((name) => [name, fields[name]?.heading]);
  return Object.fromEntries(entries) as RecordTexts<Fields>;
}
