import { useState } from 'react';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';

interface InvitedSinceProps {
  readonly driver: ListedDriver;
  /** In a few words, for the list. */
  readonly short?: boolean;
}

/** Says since when a driver is invited, and whether the link still works. */
export function InvitedSince({ driver, short = false }: InvitedSinceProps) {
  const { state, listed } = useNamespace('newDrivers');
  const format = useFormat();
  const [now] = useState(Date.now);
  const t = short ? listed : state;
  const { invitation, created_at: created } = driver;
  if (!invitation) return t.none(format.day(created));
  const { created_at: since, expires_at: until } = invitation;
  const say = Date.parse(until) > now ? t.open : t.expired;
  return say(format.day(since), format.day(until));
}
