import { useState } from 'react';
import { normalizePlate } from '../../../shared/chile/plate.ts';
import {
  addDocument,
  getDocument,
  updateDocument,
  type DocumentFields,
} from '../../data/fleet/documentAdmin.ts';
import type { FleetDocument, DocumentOwner } from '../../data/fleet/documents.ts';
import type { DriverOption } from '../../data/admin/drivers.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useRecordForm } from '../parts/useRecordForm.ts';
import { useKinds } from './DocumentFilters.tsx';
import { documentName } from './words.ts';

interface Values extends DocumentFields {
  readonly owner: DocumentOwner;
  readonly kindId: string;
  readonly plate: string;
  /** Shows the errors of the picker; the choice itself stands beside the form. */
  readonly driver: string;
}

function valuesOf(document: FleetDocument | null): Values {
  return {
    owner: document?.owner ?? 'driver',
    kindId: document?.kind_id ?? '',
    plate: '',
    driver: '',
    number: document?.number ?? '',
    issuedOn: document?.issued_on ?? '',
    expiresOn: document?.expires_on ?? '',
    critical: document?.critical ?? true,
  };
}

/** The draft of a document; `document` is null for a new one. */
export function useDocumentForm(document: FleetDocument | null, onDone: (message: string) => void) {
  const t = useNamespace('documents');
  const kinds = useKinds();
  const [file, setFile] = useState<File | null>(null);
  const [driver, setDriver] = useState<DriverOption | null>(null);

  const kindsOf = (owner: DocumentOwner) => kinds.filter((each) => each.owner === owner);
  const form = useRecordForm({
    record: document,
    valuesOf,
    load: ({ id }) => getDocument(id),
    save: ({ owner, plate, ...fields }, base) => {
      if (base) return updateDocument(base, fields, file);
      const kindId = fields.kindId || (kindsOf(owner)[0]?.id ?? '');
      const target = { owner, kindId, driverId: driver?.id ?? null, plate: normalizePlate(plate) };
      return addDocument(target, fields, file);
    },
    schema: (schemas) => schemas.documentSchema,
    phrases: {
      edit_conflict: t.form.conflict,
      paper_exists: t.form.documentExists,
      vehicle_not_found: t.form.noVehicle,
      driver_not_found: t.form.missing,
      '23514': t.form.order,
    },
    fieldOf: ({ code }) =>
      code === 'vehicle_not_found' ? 'plate' : code === 'driver_not_found' ? 'driver' : undefined,
    onSaved: () => onDone(document ? t.saved(documentName(document)) : t.added),
  });
  const choose = (owner: DocumentOwner, kindId: string) => {
    const kind = kinds.find(({ id }) => id === kindId);
    form.setValues((values) => ({ ...values, owner, kindId, critical: kind?.critical ?? values.critical }));
  };
  return { form, file, setFile, driver, setDriver, kinds: kindsOf(form.values.owner), choose };
}
