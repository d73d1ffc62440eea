import { deleteDriver } from '../../data/admin/drivers.ts';
import { stateOf } from '../../data/driverState.ts';
import type { Driver } from '../../data/drivers.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { Consequences } from '../parts/Consequences.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useBelongings } from '../parts/useBelongings.ts';
import { useFormat } from '../parts/useFormat.ts';

export interface DeleteDriverDialogProps extends Pick<SectionProps, 'onRemove'> {
  readonly driver: Driver;
  readonly onClose: () => void;
}

/** Lists what is deleted with a driver and what stays, and asks for confirmation. */
export function DeleteDriverDialog({ driver, onRemove, onClose }: DeleteDriverDialogProps) {
  const { driverDeletion: t, driverLeaving, driverList, removal } = useNamespace('admin');
  const format = useFormat();
  const count = driver.review_count;
  const reviews = t.reviews(count, format.count(count));
  const belongings = useBelongings('driver', driver.id);
  const hasPhoto = driver.photo_url !== null || driver.pending_photo_url !== null;
  const goes = [t.record, ...(hasPhoto ? [t.photo] : []), t.link, ...belongings];
  const stays = [t.account, ...(count > 0 ? [reviews] : []), t.others];

  const remove = () =>
    onRemove(onClose, {
      id: driver.id,
      announcement: removal.driver(driver.name),
      done: driverList.deleted(driver.name),
      run: () => deleteDriver(driver),
    });

  return (
    <ConfirmDialog title={t.title} onConfirm={remove} onClose={onClose}>
      <p className="text-lead font-semibold [overflow-wrap:anywhere]">{t.question(driver.name)}</p>
      <Consequences intro={t.goes} items={goes} />
      <Consequences intro={t.stays} items={stays} />
      <p className="mt-4">{t.sessions}</p>
      {stateOf(driver) !== 'left' && (
        <Notice tone="info" className="mt-4">
          {driverLeaving.instead}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
