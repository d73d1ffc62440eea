import { BadgeCheck, CarFront, DoorOpen, Mail, Pencil, Printer, Trash2, Undo2 } from 'lucide-react';
import { lazy } from 'react';
import { approveDriver, markDriverReturned, type ListedDriver } from '../../data/drivers/driverRecords.ts';
import { driverStateOf, isVerified, type DriverState } from '../../data/drivers/driverState.ts';
import type { MadeInvitation } from '../../data/drivers/invitations.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { RecordAct } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useMay } from '../parts/useMay.ts';
import { AssignDialog, DeleteDriverDialog, LeavingDialog } from './dialogs.tsx';

const PrintDialog = lazy(() => import('../printing/PrintDialog.tsx'));
const ResendDialog = lazy(() => import('./ResendDialog.tsx'));

interface DriverActsProps extends Pick<SectionProps, 'onDone' | 'onRemove'> {
  /** Sends a link that was just made. */
  readonly onInvited: (invitation: MadeInvitation) => void;
}

type DriverAct = RecordAct<ListedDriver>;

const isIn = (state: DriverState) => (driver: ListedDriver) => driverStateOf(driver) === state;
const isPresent = (driver: ListedDriver) => driverStateOf(driver) !== 'left';

/** The acts that are due in a driver's state. */
function useDueActs({ onDone, onInvited }: DriverActsProps): readonly DriverAct[] {
  const { driverList: t, driverLeaving, manyDrivers } = useNamespace('admin');
  const { resend } = useNamespace('newDrivers');
  const invited = (name: string) => ({ one: t.invited(name), many: manyDrivers.invited });
  const activated = (name: string) => ({ one: t.activated(name), many: manyDrivers.activated });
  return [
    {
      id: 'invite',
      title: resend,
      icon: Mail,
      isDue: true,
      isFor: isIn('invited'),
      renderDialog: ([driver], close) => (
        <ResendDialog driver={driver} onInvited={onInvited} onDone={onDone} onClose={close} />
      ),
    },
    {
      id: 'approve',
      title: t.activate,
      icon: BadgeCheck,
      isDue: true,
      isFor: isIn('waiting'),
      many: 'too',
      change: async ({ id, name }) => (isVerified(await approveDriver(id)) ? activated(name) : invited(name)),
    },
    {
      id: 'return',
      title: driverLeaving.takeBack,
      icon: Undo2,
      isDue: true,
      isFor: isIn('left'),
      change: async ({ id, name, has_account: hasAccount }) => {
        await markDriverReturned(id);
        return hasAccount ? { one: driverLeaving.returned(name) } : invited(name);
      },
    },
  ];
}

/** The acts on drivers, in the order in which they are offered. */
export function useDriverActs(props: DriverActsProps): readonly DriverAct[] {
  const { onDone, onRemove } = props;
  const { driverLeaving, manyDrivers, record, selection } = useNamespace('admin');
  const mayDelete = useMay('delete');
  return [
    ...useDueActs(props),
    { id: 'edit', title: record.edit, icon: Pencil },
    {
      id: 'assign',
      title: manyDrivers.assign,
      icon: CarFront,
      isFor: isPresent,
      many: 'only',
      renderDialog: (drivers, close, finish) => (
        <AssignDialog drivers={drivers} onAssigned={finish} onDone={onDone} onClose={close} />
      ),
    },
    {
      id: 'print',
      title: selection.print,
      icon: Printer,
      isFor: isPresent,
      many: 'too',
      renderDialog: (drivers, close) => (
        <PrintDialog
          subjects={drivers.map(({ id: driver, name, license_plate: plate }) => ({
            driver,
            name,
            plate: plate ?? '',
          }))}
          onClose={close}
        />
      ),
    },
    {
      id: 'leave',
      title: driverLeaving.title,
      icon: DoorOpen,
      isDangerous: true,
      isFor: isPresent,
      renderDialog: ([driver], close) => <LeavingDialog driver={driver} onDone={onDone} onClose={close} />,
    },
    {
      id: 'delete',
      title: record.delete,
      icon: Trash2,
      isDangerous: true,
      isFor: () => mayDelete,
      renderDialog: ([driver], close) => (
        <DeleteDriverDialog driver={driver} onRemove={onRemove} onClose={close} />
      ),
    },
  ];
}
