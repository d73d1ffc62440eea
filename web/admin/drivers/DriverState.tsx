import { BadgeCheck, DoorOpen, Hourglass, Mail, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { driverStateOf, type DriverState } from '../../data/drivers/driverState.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Badge } from '../parts/list/cells.tsx';
import { useFormat } from '../parts/useFormat.ts';

interface DriverProps {
  readonly driver: ListedDriver;
}

const variants: Readonly<Record<DriverState, { readonly tone: string; readonly icon: ReactNode }>> = {
  invited: { tone: 'bg-accent-soft text-accent', icon: <Mail size={16} /> },
  waiting: { tone: 'bg-accent-soft text-accent', icon: <Hourglass size={16} /> },
  active: { tone: 'bg-success-soft text-success', icon: <BadgeCheck size={16} /> },
  left: { tone: 'bg-surface-sunken text-ink-soft', icon: <DoorOpen size={16} /> },
};

/** The state of a driver; of an invited one, since when; whether a photo waits. */
export function DriverStateLine({ driver }: DriverProps) {
  const { driverPhoto, driverStates } = useNamespace('admin');
  const state = driverStateOf(driver);
  const { tone, icon } = variants[state];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone} icon={icon}>
        {driverStates[state]}
      </Badge>
      {driver.pending_photo_url && <WaitingBadge>{driverPhoto.waiting}</WaitingBadge>}
      {state === 'invited' && (
        <span className="w-full text-small text-ink-soft">
          <InvitedSince driver={driver} short />
        </span>
      )}
    </span>
  );
}

/** Says that another record has the same code; nothing for a code of one driver only. */
export function SharedCode({ driver }: DriverProps) {
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

interface InvitedSinceProps extends DriverProps {
  /** Without the last day of a link that works, for the list. */
  readonly short?: boolean;
}

/** Says since when a driver is invited, and whether the link still works. */
export function InvitedSince({ driver, short = false }: InvitedSinceProps) {
  const { state: t } = useNamespace('newDrivers');
  const { day } = useFormat();
  const [now] = useState(Date.now);
  const { invitation, created_at: created } = driver;
  const works = invitation && Date.parse(invitation.expires_at) > now;
  const link = works ? !short && t.until(day(invitation.expires_at)) : t.gone;
  return [t.since(day(invitation?.created_at ?? created)), link].filter(Boolean).join(' · ');
}
