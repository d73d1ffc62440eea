import { lazy } from 'react';
import { approveDriver, markDriverReturned, type ListedDriver } from '../../data/drivers/driverRecords.ts';
import { driverStateOf, isVerified, type DriverState } from '../../data/drivers/driverState.ts';
import type { MadeInvitation } from '../../data/drivers/invitations.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import type { RecordAct } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
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
  const named = useNamedActs('drivers');
  const invited = (name: string) => ({ one: t.invited(name), many: manyDrivers.invited });
  const activated = (name: string) => ({ one: t.activated(name), many: manyDrivers.activated });
  return [
    {
      ...named.invite,
      isDue: true,
      isFor: isIn('invited'),
      renderDialog: ([driver], close) => (
        <ResendDialog driver={driver} onInvited={onInvited} onDone={onDone} onClose={close} />
      ),
    },
    {
      ...named.approve,
      isDue: true,
      isFor: isIn('waiting'),
      many: 'too',
      change: async ({ id, name }) => (isVerified(await approveDriver(id)) ? activated(name) : invited(name)),
    },
    {
      ...named.return,
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
  const named = useNamedActs('drivers');
  return [
    ...useDueActs(props),
    named.edit,
    {
      ...named.assign,
      isFor: isPresent,
      many: 'only',
      renderDialog: (drivers, close, finish) => (
        <AssignDialog drivers={drivers} onAssigned={finish} onDone={onDone} onClose={close} />
      ),
    },
    {
      ...named.print,
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
      ...named.leave,
      isDangerous: true,
      isFor: isPresent,
      renderDialog: ([driver], close) => <LeavingDialog driver={driver} onDone={onDone} onClose={close} />,
    },
    {
      ...named.delete,
      isDangerous: true,
      renderDialog: ([driver], close) => (
        <DeleteDriverDialog driver={driver} onRemove={onRemove} onClose={close} />
      ),
    },
  ];
}
