import type { DriverAtWheel } from '../data/fleet/driverAtWheel.ts';

/** The panels that the driver's menu leads to. */
export type OwnPanel = 'account' | 'shift';

/** Passed to every panel, which uses what it needs. */
export interface PanelProps {
  readonly driver: DriverAtWheel;
  /** Receives the passenger's rating, 1 to 5, once it is stored. */
  readonly onRated: (stars: number) => void;
  /** Opens another panel of the driver's. */
  readonly onOpen: (panel: OwnPanel) => void;
  readonly onClose: () => void;
}
