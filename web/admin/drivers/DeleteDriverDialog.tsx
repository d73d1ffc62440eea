import { deleteDriver } from '../../data/admin/drivers.ts';
import type { Driver } from '../../data/drivers.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';

export interface DeleteDriverDialogProps extends Pick<SectionProps, 'onRemove'> {
  readonly driver: Driver;
  readonly onClose: () => void;
}

/** Lists what is deleted with a driver and what stays, and asks for confirmation. */
export function DeleteDriverDialog({ driver, onRemove, onClose }: DeleteDriverDialogProps) {
  const { driverDeletion: t, driverList, removal } = useNamespace('admin');
  const format = useFormat();
  const count = driver.review_count;
  const reviews = count === 1 ? t.reviews.one : t.reviews.many(format.count(count));
  const goes = [t.record, ...(driver.photo_url ? [t.photo] : []), t.link];
  const stays = [t.account, ...(count > 0 ? [reviews] : [])];

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
    </ConfirmDialog>
  );
}

function Consequences({ intro, items }: { intro: string; items: readonly string[] }) {
  return (
    <>
      <p className="mt-4 font-semibold">{intro}</p>
      <ul className="mt-1 list-disc pl-6 text-ink-soft">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}
