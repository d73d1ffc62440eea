import type { ListLocation } from './useListLocation.ts';
import type { Removal } from './useRemovals.ts';

/** The props of each section of the panel. */
export interface SectionProps {
  readonly location: ListLocation;
  /** The administrator who is signed in. */
  readonly ownId: string;
  /** The ids of rows that are being deleted. */
  readonly hidden: ReadonlySet<string>;
  /** Shows a message about what was done. */
  readonly onDone: (message: string) => void;
  /** Closes the dialog of a row, deletes the row in a moment, and moves the focus to the heading. */
  readonly onRemove: (close: () => void, removal: Removal) => void;
}
