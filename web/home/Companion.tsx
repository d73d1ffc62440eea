import type { Driver } from '../data/drivers.ts';
import { photoUrl } from '../data/photoUrl.ts';
import { NextPassenger } from './NextPassenger.tsx';
import { useNightWatch } from '../device/useNightWatch.ts';
import { useStay } from '../device/useStay.ts';
import { useWakeLock } from '../device/useWakeLock.ts';
import { Connection } from './Connection.tsx';
import { LiveDriver } from './LiveDriver.tsx';
import { PendingRatings } from '../ratings/PendingRatings.tsx';

export interface CompanionProps {
  readonly driver: Driver;
}

/**
 * What lives beside the home screen and is not needed for its first picture. One line each; every part renders
 * nothing, or something small of its own.
 */
export default function Companion({ driver }: CompanionProps) {
  useWakeLock();
  useNightWatch();
  useStay();
  return (
    <>
      <NextPassenger driver={driver} />
      <LiveDriver driver={driver} />
      <PendingRatings driver={driver} />
      <Connection photoUrl={photoUrl(driver.photo_url)} />
    </>
  );
}
