import type { SavedDraft } from '../../../data/admin/drafts.ts';
import { isObjectWith, storedValue } from '../../../util/storedValue.ts';
import type { Draft } from './draft.ts';
import { applyPatch, makePatch, type Patch } from './patch.ts';

/** Unsaved work in the browser's storage, where it survives a reload and a lost connection. */
export interface WorkStore {
  readonly read: () => Draft | null;
  /** Stores the version that further work is based on, when the page has time: it is large. */
  readonly begin: (saved: SavedDraft) => void;
  readonly write: (draft: Draft) => void;
  readonly clear: () => void;
}

interface StoredWork {
  readonly version: number;
  readonly patch: Patch;
}

const storedBase = storedValue('personal:content-base', isObjectWith<SavedDraft>('version', 'content'));
const storedWork = storedValue('personal:content-work', isObjectWith<StoredWork>('version', 'patch'));

/** Runs work when the page has nothing to do. Not all browsers tell. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 0);
}

/** Creates the store of the unsaved work in the browser’s storage. */
export function storeWork(): WorkStore {
  /** The version in storage. */
  let stored: number | null = null;
  const report = (isStored: boolean) => {
    if (!isStored) console.error('Unsaved content could not be stored on this device');
  };
  const writeBase = (saved: SavedDraft): boolean => {
    if (stored === saved.version) return true;
    const isStored = storedBase.write(saved);
    stored = isStored ? saved.version : null;
    return isStored;
  };
  return {
    begin: (saved) => whenIdle(() => report(writeBase(saved))),
    clear: storedWork.remove,
    read: () => {
      const saved = storedBase.read();
      const work = storedWork.read();
      if (!saved || work?.version !== saved.version) return null;
      return { saved, content: applyPatch(saved.content, work.patch) };
    },
    write: ({ saved, content }) =>
      report(
        writeBase(saved) &&
          storedWork.write({ version: saved.version, patch: makePatch(saved.content, content) }),
      ),
  };
}
