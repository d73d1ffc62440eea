import { BadgeCheck, DoorOpen, Hourglass, Mail, TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { approveDriver, markDriverReturned, type ListedDriver } from '../../data/drivers/driverRecords.ts';
import { isVerified, driverStateOf, type DriverState } from '../../data/drivers/driverState.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Badge, ChangeButton } from '../parts/list/cells.tsx';
import { InvitedSince } from './InvitedSince.tsx';
import { ShiftsLink } from '../parts/ShiftsLink.tsx';

export interface DecisionProps {
  readonly driver: ListedDriver;
  /** Announces the outcome. */
  readonly onDone: (message: string) => void;
}

const variants: Readonly<Record<DriverState, { readonly tone: string; readonly icon: ReactNode }>> = {
  invited: { tone: 'bg-accent-soft text-accent', icon: <Mail size={16} /> },
  waiting: { tone: 'bg-accent-soft text-accent', icon: <Hourglass size={16} /> },
  active: { tone: 'bg-success-soft text-success', icon: <BadgeCheck size={16} /> },
  left: { tone: 'bg-surface-sunken text-ink-soft', icon: <DoorOpen size={16} /> },
};

interface InviteProps {
  /** Sends the invitation of an invited driver again. */
  readonly onInvite?: (driver: ListedDriver) => void;
}

/**
 * The state of a driver, with what is due: the invitation again, the way to an active driver's shifts, or the button that
 * makes another one active.
 */
export function DriverStateLine({ driver, onDone, onInvite }: DecisionProps & InviteProps) {
  const { driverList: t, driverLeaving, driverStates } = useNamespace('admin');
  const newDrivers = useNamespace('newDrivers');
  const { id, name, has_account: hasAccount } = driver;
  const state = driverStateOf(driver);
  const { tone, icon } = variants[state];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone} icon={icon}>
        {driverStates[state]}
      </Badge>
      {state === 'invited' && onInvite && (
        <Button
          size="compact"
          variant="secondary"
          aria-label={newDrivers.resendTo(name)}
          className="md:px-3"
          onClick={() => onInvite(driver)}
        >
          {newDrivers.resend}
        </Button>
      )}
      {state === 'invited' && (
        <span className="w-full text-small text-ink-soft">
          <InvitedSince driver={driver} short />
        </span>
      )}
      {state === 'waiting' && (
        <ChangeButton
          variant="secondary"
          icon={<BadgeCheck size={20} className="md:hidden" />}
          aria-label={t.activateDriver(name)}
          className="md:px-3"
          change={() => approveDriver(id)}
          onDone={(approved) => onDone(isVerified(approved) ? t.activated(name) : t.invited(name))}
        >
          {t.activate}
        </ChangeButton>
      )}
      {state === 'active' && <ShiftsLink name={name} filters={{ driver: id, search: '' }} hasText />}
      {state === 'left' && (
        <ChangeButton
          variant="secondary"
          icon={<Undo2 size={20} />}
          aria-label={driverLeaving.takeBackDriver(name)}
          change={() => markDriverReturned(id)}
          onDone={() => onDone(hasAccount ? driverLeaving.returned(name) : t.invited(name))}
        >
          {driverLeaving.takeBack}
        </ChangeButton>
      )}
    </span>
  );
}

/** Says that another record has the same code; nothing for a code of one driver only. */
export function SharedCode({ driver }: Pick<DecisionProps, 'driver'>) {
  const { driverList: t } = useNamespace('admin');
  if (!driver.shares_driver_code) return null;
  return (
    <span className="flex items-center gap-1.5 text-small font-semibold text-danger">
      <TriangleAlert size={16} className="shrink-0" />
      {t.sharedCode(driver.driver_code)}
    </span>
  );
}

/** Marks a thing that waits for an administrator. */
export function WaitingBadge({ children }: { readonly children: string }) {
  return <Badge {...variants.waiting}>{children}</Badge>;
}
