import { deleteDriver } from '../../../data/adminDrivers.ts';
import type { Driver } from '../../../data/drivers.ts';
import { useArea } from '../../../i18n/areas.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';

export interface DeleteDriverDialogProps {
  readonly driver: Driver;
  readonly onDeleted: (driver: Driver) => void;
  readonly onClose: () => void;
}

/** Says what goes with a driver and what stays, then deletes. */
export function DeleteDriverDialog({ driver, onDeleted, onClose }: DeleteDriverDialogProps) {
  const { driverDeletion: t } = useArea('admin');
  const format = useFormat();
  const change = useChange(deleteDriver, () => onDeleted(driver));
  const count = driver.review_count;
  const reviews = count === 1 ? t.reviews.one : t.reviews.many(format.count(count));
  const goes = [t.record, ...(driver.photo_url ? [t.photo] : []), t.link];
  const stays = [t.account, ...(count > 0 ? [reviews] : [])];

  return (
    <ConfirmDialog
      title={t.title}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate(driver)}
      onClose={onClose}
    >
      <p className="text-lead font-semibold [overflow-wrap:anywhere]">{t.question(driver.name)}</p>
      <Consequences intro={t.goes} items={goes} />
      <Consequences intro={t.stays} items={stays} />
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
