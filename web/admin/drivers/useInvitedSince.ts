import { useState } from 'react';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';

/** Since when a driver is invited, and of the link until when it works, or that it no longer does. */
export function useInvitedSince({ invitation, created_at: created }: ListedDriver) {
  const { state: t } = useNamespace('newDrivers');
  const { day } = useFormat();
  const [now] = useState(Date.now);
  const since = t.since(day(invitation?.created_at ?? created));
  const works = invitation && Date.parse(invitation.expires_at) > now;
  return works
    ? { since, until: t.until(day(invitation.expires_at)), gone: null }
    : { since, until: null, gone: t.gone };
}
