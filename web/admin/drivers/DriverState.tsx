import { BadgeCheck, DoorOpen, Hourglass, Mail, TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { approveDriver, markDriverReturned, type ListedDriver } from '../../data/admin/drivers.ts';
import { isVerified, stateOf, type DriverState } from '../../data/driverState.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useChange } from '../parts/useChange.ts';

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

/** The state of a driver, with the button that makes a waiting or former driver active. */
export function DriverStateLine({ driver, onDone }: DecisionProps) {
  const { driverList: t, driverStates } = useNamespace('admin');
  const state = stateOf(driver);
  const { tone, icon } = variants[state];
  return (
    <>
      {driver.shares_driver_code && (
        <span className="mt-1.5 flex items-center gap-1.5 text-small font-semibold text-danger">
          <TriangleAlert size={16} className="shrink-0" />
          {t.sharedCode(driver.driver_code)}
        </span>
      )}
      <span className="mt-1.5 mb-1 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tone} icon={icon}>
          {driverStates[state]}
        </Badge>
        {state === 'waiting' && <ActivateButton driver={driver} onDone={onDone} />}
        {state === 'left' && <ReturnButton driver={driver} onDone={onDone} />}
      </span>
    </>
  );
}

function ActivateButton({ driver, onDone }: DecisionProps) {
  const { driverList: t } = useNamespace('admin');
  const { busy, errorText, run } = useChange(approveDriver, (approved) =>
    onDone(isVerified(approved) ? t.activated(approved.name) : t.invited(approved.name)),
  );
  return (
    <>
      <Button
        size="compact"
        icon={<BadgeCheck size={20} />}
        busy={busy}
        aria-label={t.activateDriver(driver.name)}
        onClick={() => run(driver.id)}
      >
        {t.activate}
      </Button>
      {errorText && <span className="text-small text-danger">{errorText}</span>}
    </>
  );
}

function ReturnButton({ driver, onDone }: DecisionProps) {
  const { driverLeaving: t, driverList } = useNamespace('admin');
  const { name, has_account: hasAccount } = driver;
  const { busy, errorText, run } = useChange(markDriverReturned, () =>
    onDone(hasAccount ? t.returned(name) : driverList.invited(name)),
  );
  return (
    <>
      <Button
        size="compact"
        variant="secondary"
        icon={<Undo2 size={20} />}
        busy={busy}
        aria-label={t.takeBackDriver(name)}
        onClick={() => run(driver.id)}
      >
        {t.takeBack}
      </Button>
      {errorText && <span className="text-small text-danger">{errorText}</span>}
    </>
  );
}

/** Marks a thing that waits for an administrator. */
export function WaitingBadge({ children }: { readonly children: string }) {
  return <Badge {...variants.waiting}>{children}</Badge>;
}

interface BadgeProps {
  readonly tone: string;
  readonly icon: ReactNode;
  readonly children: string;
}

function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 text-small font-semibold',
        tone,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
