import { useState } from 'react';
import { normalizePlate } from '../../../shared/chile/plate.ts';
import { addPaper, updatePaper, type PaperFields } from '../../data/fleet/documentAdmin.ts';
import type { Paper, PaperOwner } from '../../data/fleet/documents.ts';
import type { DriverOption } from '../../data/admin/drivers.ts';
import { useForm } from '../../forms/useForm.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useReloading } from '../parts/useChange.ts';
import { useKinds } from './PaperFilters.tsx';
import { paperName } from './words.ts';

interface Values extends PaperFields {
  readonly owner: PaperOwner;
  readonly kindId: string;
  readonly plate: string;
  /** Shows the errors of the picker; the choice itself stands beside the form. */
  readonly driver: string;
}

/** The draft of a paper; `paper` is null for a new one. */
export function usePaperForm(paper: Paper | null, onDone: (message: string) => void) {
  const t = useNamespace('papers');
  const kinds = useKinds();
  const reloading = useReloading();
  const [file, setFile] = useState<File | null>(null);
  const [driver, setDriver] = useState<DriverOption | null>(null);

  const form = useForm<Values, void>({
    initial: {
      owner: paper?.owner ?? 'driver',
      kindId: paper?.kind_id ?? '',
      plate: '',
      driver: '',
      number: paper?.number ?? '',
      issuedOn: paper?.issued_on ?? '',
      expiresOn: paper?.expires_on ?? '',
      critical: paper?.critical ?? true,
    },
    schema: (schemas) => schemas.paperSchema,
    phrases: {
      edit_conflict: t.form.conflict,
      paper_exists: t.form.paperExists,
      vehicle_not_found: t.form.noVehicle,
      driver_not_found: t.form.missing,
      '23514': t.form.order,
    },
    fieldOf: ({ code }) =>
      code === 'vehicle_not_found' ? 'plate' : code === 'driver_not_found' ? 'driver' : undefined,
    submit: async ({ owner, plate, ...fields }) => {
      if (paper) {
        await reloading(() => updatePaper(paper, fields, file));
        return onDone(t.saved(paperName(paper)));
      }
      const target = {
        owner,
        kindId: fields.kindId || (kindsOf(owner)[0]?.id ?? ''),
        driverId: driver?.id ?? null,
        plate: normalizePlate(plate),
      };
      await reloading(() => addPaper(target, fields, file));
      return onDone(t.added);
    },
  });
  const kindsOf = (owner: PaperOwner) => kinds.filter((each) => each.owner === owner);
  const choose = (owner: PaperOwner, kindId: string) => {
    const kind = kinds.find(({ id }) => id === kindId);
    form.setValues((values) => ({ ...values, owner, kindId, critical: kind?.critical ?? values.critical }));
  };
  return { form, file, setFile, driver, setDriver, kinds: kindsOf(form.values.owner), choose };
}
