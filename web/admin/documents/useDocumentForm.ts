import { useState } from 'react';
import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import { documentFields, type DocumentOwner } from '../../../shared/records/document.ts';
import { emptyTexts, textsOfRow } from '../../../shared/records/field.ts';
import {
  addDocument,
  getDocument,
  updateDocument,
  type DocumentFields,
} from '../../data/documents/documentRecords.ts';
import type { FleetDocument } from '../../data/documents/documents.ts';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import type { DocumentPlace, Gap } from '../../data/documents/documentGrid.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useRecordForm } from '../parts/useRecordForm.ts';
import { useKinds } from './DocumentFilters.tsx';
import { documentName } from './names.ts';

interface Values extends DocumentFields {
  readonly owner: DocumentOwner;
  readonly kindId: string;
  readonly plate: string;
  readonly driver: DriverOption | null;
}

/** The start of a draft: a document, or the gap that a new one fills; both null for any new one. */
export interface DraftStart {
  readonly document: FleetDocument | null;
  readonly gap: Gap | null;
}

function valuesOf(document: FleetDocument | null, gap: Gap | null, isCritical: boolean): Values {
  return {
    owner: document?.owner ?? gap?.subject.owner ?? 'driver',
    kindId: document?.kind_id ?? gap?.kindId ?? '',
    plate: gap?.subject.owner === 'vehicle' ? gap.subject.name : '',
    driver: gap?.subject.owner === 'driver' ? gap.subject : null,
    ...(document ? textsOfRow(documentFields, document) : emptyTexts(documentFields)),
    critical: document?.critical ?? isCritical,
  };
}

/** Names the draft of a document, or of a new one by its owner and kind where it fills a gap. */
function draftName({ document, gap }: DraftStart): string {
  if (document) return `document:${document.id}`;
  return gap ? `document:${gap.subject.id}:${gap.kindId}` : 'document';
}

/** The draft of a document. `onDone` gets the place of the saved one. */
export function useDocumentForm(
  { document, gap }: DraftStart,
  onDone: (message: string, place: DocumentPlace) => void,
) {
  const t = useNamespace('documents');
  const kinds = useKinds();
  const [file, setFile] = useState<File | null>(null);
  const isCritical = kinds.find(({ id }) => id === gap?.kindId)?.critical ?? true;

  const kindsOf = (owner: DocumentOwner) => kinds.filter((each) => each.owner === owner);
  const form = useRecordForm({
    record: document,
    draft: draftName({ document, gap }),
    valuesOf: (record) => valuesOf(record, gap, isCritical),
    load: ({ id }) => getDocument(id),
    save: async ({ owner, plate, driver, ...fields }, base): Promise<DocumentPlace> => {
      if (base) {
        await updateDocument(base, fields, file);
        return { owner: base.owner, ownerId: base.driver_id ?? base.vehicle_id ?? '', kindId: base.kind_id };
      }
      const kindId = fields.kindId || (kindsOf(owner)[0]?.id ?? '');
      const target = { owner, kindId, driverId: driver?.id ?? null, plate: normalizePlate(plate) };
      return { owner, ownerId: await addDocument(target, fields, file), kindId };
    },
    schema: (schemas) => schemas.documentSchema,
    phrases: {
      edit_conflict: t.form.conflict,
      document_exists: t.form.documentExists,
      vehicle_not_found: t.form.noVehicle,
      driver_not_found: t.form.missing,
      '23514': t.form.order,
    },
    fieldOf: ({ code }) =>
      code === 'vehicle_not_found' ? 'plate' : code === 'driver_not_found' ? 'driver' : undefined,
    onSaved: (place) => onDone(document ? t.saved(documentName(document)) : t.added, place),
  });
  const choose = (owner: DocumentOwner, kindId: string) => {
    const kind = kinds.find(({ id }) => id === kindId);
    form.setValues((values) => ({ ...values, owner, kindId, critical: kind?.critical ?? values.critical }));
  };
  return { form, file, setFile, kinds: kindsOf(form.values.owner), choose };
}
