import { plateInPairs } from '../../../shared/chile/plate.ts';
import { vehicleFields } from '../../../shared/records/vehicle.ts';
import { deleteDriver, markDriverLeft, type ListedDriver } from '../../data/drivers/driverRecords.ts';
import { driverStateOf } from '../../data/drivers/driverState.ts';
import type { Driver } from '../../data/drivers/drivers.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ChangeDialog, Consequences, DeleteDialog, FormDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useBelongings } from '../parts/useBelongings.ts';
import { useFormat } from '../parts/useFormat.ts';
import { assignDrivers, vehicleIdOf } from '../../data/vehicles/vehicles.ts';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { useChangeForm } from '../parts/useChange.ts';

interface DriverDialogProps {
  readonly driver: Driver;
  readonly onClose: () => void;
}

/** Lists the things that are deleted with a driver and those that stay, and asks for confirmation. */
export function DeleteDriverDialog({
  driver,
  onRemove,
  onClose,
}: DriverDialogProps & Pick<SectionProps, 'onRemove'>) {
  const { driverDeletion: t, driverLeaving, driverList, removal } = useNamespace('admin');
  const format = useFormat();
  const { id, name, review_count: count } = driver;
  const reviews = t.reviews(count, format.count(count));
  const belongings = useBelongings('driver', id);
  const state = driverStateOf(driver);
  const hasPhoto = driver.photo_url !== null || driver.pending_photo_url !== null;
  return (
    <DeleteDialog
      title={t.title}
      question={t.question(name)}
      goes={[
        t.record,
        ...(hasPhoto ? [t.photo] : []),
        t.page,
        t.link,
        ...(state === 'invited' ? [t.invitation] : []),
        ...belongings.goes,
      ]}
      stays={[t.account, ...(count > 0 ? [reviews] : []), ...belongings.stays, t.others]}
      removal={{
        id,
        announcement: removal.driver(name),
        done: driverList.deleted(name),
        run: () => deleteDriver(driver),
      }}
      onRemove={onRemove}
      onClose={onClose}
    >
      <p className="mt-4">{t.sessions}</p>
      {state !== 'left' && (
        <Notice tone="info" className="mt-4">
          {driverLeaving.instead}
        </Notice>
      )}
    </DeleteDialog>
  );
}

/** Asks whether a driver has left the company, and says what that does at once. */
export function LeavingDialog({ driver, onDone, onClose }: DriverDialogProps & Pick<SectionProps, 'onDone'>) {
  const { driverLeaving: t } = useNamespace('admin');
  return (
    <ChangeDialog
      title={t.title}
      action={t.title}
      change={() => markDriverLeft(driver.id)}
      done={t.done(driver.name)}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="text-lead font-semibold [overflow-wrap:anywhere]">{t.question(driver.name)}</p>
      <Consequences intro={t.atOnce} items={[t.shift, t.account, t.passengers]} />
      <Consequences intro={t.stays} items={[t.record]} />
      <p className="mt-4">{t.undo}</p>
    </ChangeDialog>
  );
}

const plate = vehicleFields.license_plate;

interface AssignDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly drivers: readonly ListedDriver[];
  readonly onAssigned: () => void;
  readonly onClose: () => void;
}

/** Assigns a vehicle to drivers, beside those that they have. */
export function AssignDialog({ drivers, onAssigned, onDone, onClose }: AssignDialogProps) {
  const { manyDrivers: t } = useNamespace('admin');
  const format = useFormat();
  const ids = drivers.map(({ id }) => id);
  const form = useChangeForm({
    initial: { plate: '' },
    draft: `assignment:${ids.toSorted().join()}`,
    schema: () => ({ plate }),
    phrases: { vehicle_not_found: t.noVehicle },
    fieldOf: ({ code }) => (code === 'vehicle_not_found' ? 'plate' : undefined),
    save: async (wanted) => assignDrivers(await vehicleIdOf(wanted.plate), drivers),
    onSaved: (_, wanted) => {
      onAssigned();
      onDone(t.assigned(drivers.length, format.count(drivers.length), plateInPairs(wanted.plate)));
    },
  });
  return (
    <FormDialog title={t.assignTitle} action={t.assign} form={form} onClose={onClose}>
      <p className="mb-4 text-small text-ink-soft">{drivers.map(({ name }) => name).join(', ')}</p>
      <RecordInput of={plate} binding={form.field('plate')} label={t.plate} hint={t.assignHint} />
    </FormDialog>
  );
}
