import type { Driver } from '../data/drivers.ts';
import { useStay } from '../device/useStay.ts';
import { useWakeLock } from '../device/useWakeLock.ts';
import { LiveDriver } from './LiveDriver.tsx';
import { NextPassenger } from './NextPassenger.tsx';

/** The parts of the home screen that the first picture does not need. */
export default function Companion({ driver }: { readonly driver: Driver }) {
  useWakeLock();
  useStay();
  return (
    <>
      <NextPassenger driver={driver} />
      <LiveDriver driver={driver} />
    </>
  );
}
