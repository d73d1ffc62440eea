import type { ReactNode } from 'react';
import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';

/** A view inside a panel, which takes the place of the panel's title. */
export interface PanelView {
  readonly title: string;
  /** The control that leads back to the panel. */
  readonly back: ReactNode;
}

/** Passed to every panel, which uses what it needs. */
export interface PanelProps {
  readonly driver: DriverAtWheel;
  /** Receives the passenger's rating, 1 to 5, once it is stored. */
  readonly onRated: (stars: number) => void;
  /** Names the view on the screen; null for the panel itself. */
  readonly onView: (view: PanelView | null) => void;
  readonly onClose: () => void;
}
