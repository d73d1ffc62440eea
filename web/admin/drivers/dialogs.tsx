import { deleteDriver, markDriverLeft } from '../../data/drivers/driverRecords.ts';
import { driverStateOf } from '../../data/drivers/driverState.ts';
import type { Driver } from '../../data/drivers/drivers.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ChangeDialog, Consequences, DeleteDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useBelongings, useKeptShifts } from '../parts/useBelongings.ts';
import { useFormat } from '../parts/useFormat.ts';

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
  const keptShifts = useKeptShifts('driver', id);
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
        ...belongings,
      ]}
      stays={[t.account, ...(count > 0 ? [reviews] : []), ...keptShifts, t.others]}
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
