import type { Content } from '../../../../shared/content/content.ts';
import type { SavedDraft } from '../../../data/content/drafts.ts';

/** The draft with the work of this device that is not saved yet. */
export interface Draft {
  /** The version of the database that this work began with. */
  readonly saved: SavedDraft;
  readonly content: Content;
}

/** Whether the database lacks edits of this device. */
export function hasUnsavedWork({ saved, content }: Draft): boolean {
  return content !== saved.content;
}
