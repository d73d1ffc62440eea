import { BadgeCheck, DoorOpen, Mail, Pencil, Printer, Trash2, Undo2 } from 'lucide-react';
import { approveDriver, markDriverReturned, type ListedDriver } from '../../data/drivers/driverRecords.ts';
import { driverStateOf, isVerified } from '../../data/drivers/driverState.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { Act } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';
import { useMay } from '../parts/useMay.ts';

interface DriverActs {
  /** In the order in which they are offered. */
  readonly acts: readonly Act[];
  /** Says why the last one that acted at once failed. */
  readonly errorText: string | undefined;
}

/** The acts on a driver, first the one that is due in the driver's state. */
export function useDriverActs(driver: ListedDriver, { onDone }: Pick<SectionProps, 'onDone'>): DriverActs {
  const { driverList: t, driverLeaving, record, selection } = useNamespace('admin');
  const { resend } = useNamespace('newDrivers');
  const mayDelete = useMay('delete');
  const { id, name, has_account: hasAccount } = driver;
  const approving = useChange(
    () => approveDriver(id),
    (approved) => onDone(isVerified(approved) ? t.activated(name) : t.invited(name)),
  );
  const returning = useChange(
    () => markDriverReturned(id),
    () => onDone(hasAccount ? driverLeaving.returned(name) : t.invited(name)),
  );
  const due: Readonly<Record<ReturnType<typeof driverStateOf>, readonly Act[]>> = {
    invited: [{ id: 'invite', title: resend, icon: Mail, isDue: true }],
    waiting: [
      { id: 'approve', title: t.activate, icon: BadgeCheck, isDue: true, run: () => approving.run() },
    ],
    active: [],
    left: [
      { id: 'return', title: driverLeaving.takeBack, icon: Undo2, isDue: true, run: () => returning.run() },
    ],
  };
  const state = driverStateOf(driver);
  const present: readonly Act[] = [
    { id: 'print', title: selection.print, icon: Printer },
    { id: 'leave', title: driverLeaving.title, icon: DoorOpen, isDangerous: true },
  ];
  const deleting: Act = { id: 'delete', title: record.delete, icon: Trash2, isDangerous: true };
  return {
    acts: [
      ...due[state],
      { id: 'edit', title: record.edit, icon: Pencil },
      ...(state === 'left' ? [] : present),
      ...(mayDelete ? [deleting] : []),
    ],
    errorText: approving.errorText ?? returning.errorText,
  };
}
