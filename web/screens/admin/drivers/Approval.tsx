import { BadgeCheck, Hourglass } from 'lucide-react';
import { approveDriver } from '../../../data/adminDrivers.ts';
import type { Driver } from '../../../data/drivers.ts';
import { useArea } from '../../../i18n/areas.ts';
import { describeError } from '../../../i18n/describeError.ts';
import { useWords } from '../../../i18n/LanguageProvider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useChange } from '../parts/useChange.ts';

export interface ApprovalProps {
  readonly driver: Driver;
  readonly onApproved: (driver: Driver) => void;
}

/** Of a driver who waits for approval: that it is so, and the button that ends it. Nothing for the others. */
export function Approval({ driver, onApproved }: ApprovalProps) {
  const { errors } = useWords();
  const { driverList: t } = useArea('admin');
  const change = useChange(approveDriver, onApproved);
  if (driver.approved) return null;
  return (
    <span className="mt-1.5 mb-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="inline-flex items-center gap-1.5 rounded-full bg-accent-soft px-3 py-0.5 text-small font-semibold text-accent">
        <Hourglass size={16} aria-hidden="true" />
        {t.waiting}
      </span>
      <Button
        size="compact"
        icon={<BadgeCheck size={20} aria-hidden="true" />}
        busy={change.isPending}
        aria-label={t.approveDriver(driver.name)}
        onClick={() => change.mutate(driver.id)}
      >
        {t.approve}
      </Button>
      {change.error && <span className="text-small text-danger">{describeError(change.error, errors)}</span>}
    </span>
  );
}
