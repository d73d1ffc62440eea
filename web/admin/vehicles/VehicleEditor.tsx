import { useNamespace } from '../../i18n/namespaces.ts';
import type { ListedVehicle } from '../../data/fleet/vehicles.ts';
import { Button } from '../../ui/Button.tsx';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { useVehicleForm } from './useVehicleForm.ts';
import { VehicleFields } from './VehicleFields.tsx';

export interface VehicleEditorProps {
  readonly vehicle: ListedVehicle;
  /** Receives the plate. */
  readonly onSaved: (plate: string) => void;
  readonly onCancel: () => void;
}

const selectFirst = (form: HTMLFormElement | null) => form?.querySelector('input')?.select();

/** The inputs that take the place of a vehicle's row. Enter saves, Escape cancels. */
export function VehicleEditor({ vehicle, onSaved, onCancel }: VehicleEditorProps) {
  const t = useNamespace('admin');
  const { edit } = useNamespace('vehicles');
  const form = useVehicleForm(vehicle, onSaved);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from the inputs within; the cancel button does the same
    <form
      ref={selectFirst}
      noValidate
      aria-label={edit(plateInPairs(vehicle.license_plate))}
      onSubmit={form.onSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || form.busy) return;
        event.stopPropagation();
        onCancel();
      }}
      className="border-l-4 border-accent bg-surface p-4"
    >
      <VehicleFields form={form} />
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button size="compact" variant="secondary" aria-disabled={form.busy || undefined} onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button size="compact" type="submit" busy={form.busy}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
