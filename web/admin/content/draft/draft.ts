import { describeChanges } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import type { SavedDraft } from '../../../data/content/drafts.ts';
import { mergeContent } from '../model/merge.ts';

/** The draft with the work of this device that is not saved yet. */
export interface Draft {
  /** The last version of the database that this work is based on. */
  readonly saved: SavedDraft;
  readonly content: Content;
}

/** A version that another administrator has saved meanwhile. */
export interface Theirs extends SavedDraft {
  /** The person's e-mail address, or empty. */
  readonly by: string;
}

/** Whether the database lacks edits of this device. */
export function hasUnsavedWork({ saved, content }: Draft): boolean {
  return content !== saved.content;
}

/**
 * Continues with the work stored on this device. When it belongs to an earlier version, saving it reports the conflict.
 */
export function resume(saved: SavedDraft, stored: Draft | null): Draft {
  if (!stored) return { saved, content: saved.content };
  return stored.saved.version === saved.version ? { saved, content: stored.content } : stored;
}

/** After `sent` was saved: edits made meanwhile remain. */
export function afterSave({ content }: Draft, sent: Content, version: number): Draft {
  return { saved: { version, content: sent }, content };
}

/** A draft of the version in the database, without the work of this device. */
export function takeTheirs({ version, content }: SavedDraft): Draft {
  return { saved: { version, content }, content };
}

/** A draft of the newer version with the edits of this device merged into it. */
export function putMineOnTop(mine: Draft, { version, content }: SavedDraft): Draft {
  return { saved: { version, content }, content: mergeContent(mine.saved.content, mine.content, content) };
}

/** Whether nobody has to decide: on one side only confirmations of translations differ, which a merge joins. */
export function isUndisputed({ saved, content }: Draft, theirs: SavedDraft): boolean {
  return [content, theirs.content].some((other) => describeChanges(saved.content, other).length === 0);
}
