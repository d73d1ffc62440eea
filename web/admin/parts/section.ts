import type { ListLocation } from './useListLocation.ts';
import type { Removal } from './useRemovals.ts';

/** What the panel gives to each of its sections. */
export interface SectionProps {
  readonly location: ListLocation;
  /** The rows that are being deleted. */
  readonly hidden: ReadonlySet<string>;
  /** Says what was done. */
  readonly onDone: (message: string) => void;
  /** Closes the dialog of a row, deletes the row in a moment, and gives the focus a place to be. */
  readonly onRemove: (close: () => void, removal: Removal) => void;
}
