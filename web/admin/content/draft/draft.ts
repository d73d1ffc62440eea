import type { Content } from '../../../../shared/content/content.ts';
import type { SavedDraft } from '../../../data/content/drafts.ts';
import { markPerson } from '../../../data/markPerson.ts';
import { isObjectWith, storedValue } from '../../../util/storedValue.ts';

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

export type StoredWork = ReturnType<typeof storedWork>;

/** The unsaved work of an account in the browser's storage, where it survives a reload and a lost connection. */
export function storedWork(account: string) {
  const isSamePerson = markPerson();
  const stored = storedValue(`personal:content-draft:${account}`, isObjectWith<Draft>('saved', 'content'));
  return {
    read: stored.read,
    /** Null removes it: everything is saved. */
    write: (draft: Draft | null) => {
      if (!isSamePerson()) return;
      if (!draft) stored.remove();
      else if (!stored.write(draft)) console.error('Unsaved content could not be stored on this device');
    },
  };
}
