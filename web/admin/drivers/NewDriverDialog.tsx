import { useId } from 'react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import {
  columnsOf,
  driverFields,
  emptyProfile,
  newDriverFieldNames,
  type DriverFieldName,
} from '../../../shared/records/driver.ts';
import { vehiclePlates } from '../../data/vehicles/vehicles.ts';
import { inviteDrivers, nextDriverCode, type MadeInvitation } from '../../data/drivers/invitations.ts';
import { toDataError } from '../../data/errors.ts';
import { useLoad } from '../../data/useLoad.ts';
import { fieldOfError } from '../../forms/fieldOfError.ts';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { TextField } from '../../forms/TextField.tsx';
import type { FieldBinding } from '../../forms/useForm.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { FormDialog } from '../parts/dialogs.tsx';
import { useChangeForm } from '../parts/useChange.ts';

export interface NewDriverDialogProps {
  readonly onInvited: (invitation: MadeInvitation) => void;
  readonly onClose: () => void;
}

async function loadSuggestions() {
  const [code, plates] = await Promise.all([nextDriverCode(), vehiclePlates()]);
  // A company without vehicles has no plates: its drivers have some of their own.
  return { code, plates };
}

type Suggestions = Awaited<ReturnType<typeof loadSuggestions>>;

/** Asks for a new driver, and makes an invitation. */
export default function NewDriverDialog(props: NewDriverDialogProps) {
  const t = useNamespace('newDrivers');
  const { common } = useMessages();
  const { value, error } = useLoad(loadSuggestions);
  if (value) return <NewDriverForm {...props} {...value} />;
  // Without suggestions the form still works: the plate then is checked by the backend.
  if (error) return <NewDriverForm {...props} code="" plates={[]} />;
  return (
    <Dialog open onClose={props.onClose} title={t.add} closeLabel={common.close} width="narrow">
      <Spinner label={common.loading} size={40} />
    </Dialog>
  );
}

function NewDriverForm({ code, plates, onInvited, onClose }: NewDriverDialogProps & Suggestions) {
  const t = useNamespace('newDrivers');
  const { driver: labels } = useMessages();
  const hasVehicles = plates.length > 0;
  const hints: Partial<Record<DriverFieldName, string>> = {
    phone: labels.hint.phone,
    driverCode: t.codeHint,
    licensePlate: t.plateHint,
  };
  const form = useChangeForm({
    initial: { ...emptyProfile, driverCode: code },
    draft: 'driver',
    schema: (schemas) => (hasVehicles ? schemas.fleetProfileSchema : schemas.profileSchema),
    phrases: { vehicle_not_found: t.noVehicle },
    fieldOf: (error) =>
      toDataError(error).code === 'vehicle_not_found' ? 'licensePlate' : fieldOfError(error),
    save: (profile) => inviteDrivers([columnsOf(profile)]),
    onSaved: ([made]) => {
      if (made) onInvited(made);
    },
  });
  return (
    <FormDialog title={t.add} action={t.create} width="narrow" form={form} onClose={onClose} focusesField>
      <p className="text-ink-soft">{t.intro}</p>
      {newDriverFieldNames.map((name) =>
        name === 'licensePlate' && hasVehicles ? (
          <VehicleInput key={name} binding={form.field(name)} plates={plates} />
        ) : (
          <RecordInput
            key={name}
            of={driverFields[name]}
            binding={form.field(name)}
            label={labels.form[name]}
            hint={hints[name]}
            autoComplete="off"
          />
        ),
      )}
    </FormDialog>
  );
}

/** The plate of a vehicle, typed or chosen. */
function VehicleInput({ binding, plates }: Pick<Suggestions, 'plates'> & { readonly binding: FieldBinding }) {
  const t = useNamespace('newDrivers');
  const id = useId();
  return (
    <>
      <TextField
        {...binding}
        label={t.vehicle}
        hint={t.vehicleHint}
        list={id}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
      />
      <datalist id={id}>
        {plates.map((plate) => (
          <option key={plate} value={plate}>
            {plateInPairs(plate)}
          </option>
        ))}
      </datalist>
    </>
  );
}
