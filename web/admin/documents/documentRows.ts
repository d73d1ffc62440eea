import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import { documentFields, kindFields, type DocumentFieldName } from '../../../shared/records/document.ts';
import { headingsOf, mapFields, namesOf } from '../../../shared/records/field.ts';
import { check, documentSchema } from '../../../shared/validation.ts';
import type { FoundOwner, HeldDocument, ImportedDocument } from '../../data/documents/documentGrid.ts';
import type { FleetDocument } from '../../data/documents/documents.ts';
import type { FileFormat, ImportProblem, NumberedRow } from '../parts/files/importFile.ts';
import { exportField, type ExportColumn } from '../parts/files/exportFile.ts';
import { readDay } from './days.ts';
import { findKinds, type NamedKind } from './kindNames.ts';

export type FileColumn = 'owner' | 'kind' | DocumentFieldName;

/** A line of a file of documents. */
export interface DocumentRow {
  /** A plate or a driver's code, without separators. */
  readonly owner: string;
  /** Several where drivers and vehicles have a kind of the same name. */
  readonly kinds: readonly NamedKind[];
  /** Null for what the file does not say. */
  readonly number: string | null;
  readonly issuedOn: string | null;
  readonly expiresOn: string;
}

const headings: Readonly<Record<FileColumn, string>> = {
  owner: 'patente o código de conductor',
  kind: kindFields.name.heading,
  ...headingsOf(documentFields),
};

/** The kinds that a line names: those of exactly this name, else the ones that its words tell. */
function kindsNamed(text: string, kinds: readonly NamedKind[]): readonly NamedKind[] {
  const found = findKinds(text, kinds);
  const owners = new Set(found.map(({ owner }) => owner));
  // Two of one owner: “licencia” does not say which.
  return found.length > owners.size ? [] : found;
}

/** A file of documents of these kinds. */
export function documentFormat(kinds: readonly NamedKind[]): FileFormat<FileColumn, DocumentRow> {
  return {
    headings,
    required: ['owner', 'kind', 'expiresOn'],
    aliases: {
      patente: 'owner',
      codigo: 'owner',
      'patente o codigo': 'owner',
      'codigo de conductor': 'owner',
      'vence el': 'expiresOn',
      vencimiento: 'expiresOn',
      nombre: null,
      conductor: null,
      critico: null,
      estado: null,
      archivo: null,
    },
    unique: {
      column: 'kind',
      valueOf: (row) => `${row.owner} ${row.kinds.map(({ id }) => id).join(' ')}`,
    },
    mostRows: 2_000,
    check: ({ owner = '', kind = '', ...given }) => {
      const named = kindsNamed(kind, kinds);
      const texts = mapFields(documentFields, ({ shape }, name) =>
        shape.kind === 'day' ? readDay(given[name] ?? '') : (given[name] ?? ''),
      );
      const unread = namesOf(documentFields).filter((name) => given[name] && texts[name] === '');
      const { number, issuedOn, expiresOn } = texts;
      const checked = check(documentSchema, texts);
      const problems = {
        ...(normalizePlate(owner) === '' && { owner: 'required' }),
        ...(kind === '' ? { kind: 'required' } : named.length === 0 && { kind: 'kind' }),
        ...(!checked.ok && checked.problems),
        ...Object.fromEntries(unread.map((name) => [name, 'day'])),
        ...(issuedOn !== '' && expiresOn !== '' && issuedOn > expiresOn && { expiresOn: 'order' }),
      };
      if (Object.keys(problems).length > 0) return { problems };
      const row = { owner: normalizePlate(owner), kinds: named, number: number || null, expiresOn };
      return { row: { ...row, issuedOn: issuedOn || null } };
    },
  };
}

/** A line, and what it changes. */
export interface PlannedDocument {
  readonly line: number;
  readonly owner: FoundOwner;
  readonly kind: NamedKind;
  /** Null for a new document. */
  readonly before: HeldDocument | null;
  readonly document: ImportedDocument;
  /** The document is as the line says already. */
  readonly isSame: boolean;
}

type Planned = PlannedDocument | ImportProblem<FileColumn>;

function plan({ line, fields }: NumberedRow<DocumentRow>, owners: readonly FoundOwner[]): Planned {
  const { kinds, number, issuedOn, expiresOn } = fields;
  const named = owners.filter(({ written }) => written === fields.owner);
  const fitting = named.filter(({ owner }) => kinds.some((kind) => kind.owner === owner));
  const [owner] = fitting;
  const kind = kinds.find((each) => each.owner === owner?.owner);
  if (!owner || !kind) {
    if (named.length === 0) return { line, column: 'owner', code: 'unknown_owner' };
    return { line, column: 'kind', code: 'other_owner' };
  }
  if (fitting.length > 1) return { line, column: 'owner', code: 'shared' };
  const before = owner.documents.find(({ kind_id: id }) => id === kind.id) ?? null;
  const isSame =
    before !== null &&
    before.expires_on === expiresOn &&
    (number === null || number === before.number) &&
    (issuedOn === null || issuedOn === before.issued_on);
  const document = {
    kind_id: kind.id,
    driver_id: owner.owner === 'driver' ? owner.id : null,
    vehicle_id: owner.owner === 'vehicle' ? owner.id : null,
    number,
    issued_on: issuedOn,
    expires_on: expiresOn,
    ...(before && { id: before.id, version: before.version }),
  };
  return { line, owner, kind, before, document, isSame };
}

/** Compares the lines of a file with the documents that there are. One problem refuses all. */
export function planImport(
  rows: readonly NumberedRow<DocumentRow>[],
  owners: readonly FoundOwner[],
): { readonly planned: readonly PlannedDocument[] } | { readonly problems: readonly ImportProblem[] } {
  const lines = rows.map((row) => plan(row, owners));
  const problems = lines.filter((each) => 'code' in each);
  if (problems.length > 0) return { problems };
  return { planned: lines.filter((each) => 'document' in each) };
}

/** The columns of an exported file, which an import reads again. */
export const exportedDocument: readonly ExportColumn<FleetDocument>[] = [
  [headings.owner, (document) => document.driver_code ?? document.license_plate],
  [headings.kind, ({ kind }) => kind],
  ...namesOf(documentFields).map((name) => exportField(documentFields[name])),
  ['nombre', ({ owner_name: name }) => name],
];
