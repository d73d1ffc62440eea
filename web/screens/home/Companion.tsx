import type { Driver } from '../../data/drivers.ts';
import { LiveDriver } from './LiveDriver.tsx';

export interface CompanionProps {
  readonly driver: Driver;
}

/**
 * What lives beside the home screen and is not needed for its first picture. One line each; every part renders
 * nothing, or something small of its own.
 */
export default function Companion({ driver }: CompanionProps) {
  return <LiveDriver driver={driver} />;
}
