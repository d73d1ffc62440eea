import { useState } from 'react';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';

interface InvitedSinceProps {
  readonly driver: ListedDriver;
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
