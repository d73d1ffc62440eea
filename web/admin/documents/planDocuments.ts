import { plateInPairs } from '../../../shared/chile/plate.ts';
import {
  documentFields,
  kindFields,
  type DocumentFieldName,
  type DocumentTexts,
} from '../../../shared/records/document.ts';
import { headingsOf } from '../../../shared/records/field.ts';
import type { ImportedDocument } from '../../data/documents/documentGrid.ts';
import type { FleetDocument } from '../../data/documents/documents.ts';
import { driverStateOf } from '../../data/drivers/driverState.ts';
import { subjectsOf, type FileSubject } from '../../data/files/fileSubjects.ts';
import { fieldCells, type FileCells } from '../parts/files/exportFile.ts';
import type { Match, RecordFile } from '../parts/files/planRecords.ts';
import { findKinds, type NamedKind } from './kindNames.ts';

type FileColumn = 'owner' | 'kind' | DocumentFieldName;

const headings: Readonly<Record<FileColumn, string>> = {
  owner: 'patente o código de conductor',
  kind: kindFields.name.heading,
  ...headingsOf(documentFields),
};

/** The documents of a kind that an owner has, of which a file changes the one in force; else the new one. */
function matchesOf(
  { vehicle, driver, documents }: FileSubject,
  kind: NamedKind,
): readonly Match<typeof documentFields, ImportedDocument>[] {
  const owner = vehicle ? plateInPairs(vehicle.license_plate) : `${driver?.driver_code} ${driver?.name}`;
  const ids = { kind_id: kind.id, driver_id: driver?.id ?? null, vehicle_id: vehicle?.id ?? null };
  const match = {
    id: `${ids.driver_id} ${ids.vehicle_id} ${kind.id}`,
    name: `${owner} · ${kind.name}`,
    row: null,
    closed: driver && driverStateOf(driver) === 'left' ? 'left' : undefined,
    send: ({ number, issuedOn, expiresOn }: DocumentTexts) => ({
      ...ids,
      number,
      issued_on: issuedOn,
      expires_on: expiresOn,
    }),
  };
  const held = documents
    .filter((row) => row.kind_id === kind.id)
    .map((row) => ({ ...match, id: row.id, row, ...(row.verified_at === null && { closed: 'waiting' }) }));
  return held.length > 0 ? held : [match];
}

/** A file of documents of these kinds, which the owner and the kind name. */
export function documentFile(
  kinds: readonly NamedKind[],
): RecordFile<FileColumn, typeof documentFields, ImportedDocument> {
  return {
    headings,
    required: ['owner', 'kind'],
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
    mostRows: 2_000,
    fields: documentFields,
    key: 'owner',
    find: ({ owner = '', kind = '' }, subjects) => {
      const named = findKinds(kind, kinds);
      const owners = subjectsOf(subjects, owner);
      if (owner === '') return { column: 'owner', code: 'required' };
      if (named.length === 0) return { column: 'kind', code: kind === '' ? 'required' : 'kind' };
      if (owners.length === 0) return { column: 'owner', code: 'unknown_owner' };
      const matches = owners.flatMap((subject) =>
        named
          .filter((each) => (each.owner === 'vehicle') === (subject.vehicle !== null))
          .flatMap((each) => matchesOf(subject, each)),
      );
      return matches.length > 0 ? matches : { column: 'kind', code: 'other_owner' };
    },
    judge: ({ issuedOn, expiresOn }) =>
      issuedOn > expiresOn ? [{ column: 'expiresOn', code: 'order' }] : [],
  };
}

/** The cells of a file that an import reads again, and the owner's name. */
export const documentCells: FileCells<FleetDocument> = {
  [headings.owner]: (document) => document.driver_code ?? document.license_plate,
  [headings.kind]: ({ kind }) => kind,
  ...fieldCells(documentFields),
  nombre: ({ owner_name: name }) => name,
};
