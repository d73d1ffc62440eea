import type { ListLocation } from './useListLocation.ts';

/** What the panel gives to each of its sections. */
export interface SectionProps {
  readonly location: ListLocation;
  /** Says what was done. */
  readonly onDone: (message: string) => void;
  /** Closes the dialog of a row that is gone now, says so, and gives the focus a place to be. */
  readonly onRemoved: (close: () => void, message: string) => void;
}
