import { BadgeCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { approveDriver, type ListedDriver } from '../../data/admin/drivers.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { useChange } from '../parts/useChange.ts';

export interface DecisionProps {
  readonly driver: ListedDriver;
  /** Announces what was done. */
  readonly onDone: (message: string) => void;
}

/** Shows that a driver waits for an administrator's decision, with the button for it; nothing for a verified driver. */
export function Approval({ driver, onDone }: DecisionProps) {
  const { driverList: t } = useNamespace('admin');
  const words = driver.approved
    ? { state: t.unverified, act: t.verify, label: t.verifyDriver, done: t.verified }
    : { state: t.waiting, act: t.approve, label: t.approveDriver, done: t.approved };
  const { busy, errorText, run } = useChange(approveDriver, ({ name }) => onDone(words.done(name)));
  return (
    <>
      {driver.shares_driver_code && (
        <span className="mt-1.5 flex items-center gap-1.5 text-small font-semibold text-danger">
          <TriangleAlert size={16} className="shrink-0" />
          {t.sharedCode(driver.driver_code)}
        </span>
      )}
      {!(driver.approved && driver.approved_at) && (
        <span className="mt-1.5 mb-1 flex flex-wrap items-center gap-x-3 gap-y-2">
          <WaitingBadge>{words.state}</WaitingBadge>
          <Button
            size="compact"
            icon={<BadgeCheck size={20} />}
            busy={busy}
            aria-label={words.label(driver.name)}
            onClick={() => run(driver.id)}
          >
            {words.act}
          </Button>
          {errorText && <span className="text-small text-danger">{errorText}</span>}
        </span>
      )}
    </>
  );
}

/** Names what waits for an administrator. */
export function WaitingBadge({ children }: { readonly children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-accent-soft px-3 py-0.5 text-small font-semibold text-accent">
      <Hourglass size={16} />
      {children}
    </span>
  );
}
