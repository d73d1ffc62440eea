import type { SavedDraft } from '../../../data/admin/content.ts';
import { personalPrefix } from '../../../data/personal.ts';
import { readStored } from '../../../util/stored.ts';
import type { Draft } from './draft.ts';
import { applyPatch, makePatch, type Patch } from './patch.ts';

/** Removed when another person signs in. */
const baseKey = `${personalPrefix}content-base`;
const workKey = `${personalPrefix}content-work`;

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

/** Runs work when the page has nothing to do. Not all browsers tell. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 0);
}

export function storeWork(): WorkStore {
  /** The version in storage. */
  let stored: number | null = null;
  const store = (work: () => void) => {
    try {
      work();
    } catch (error) {
      console.error('Unsaved content could not be kept on this device', error);
    }
  };
  const writeBase = (saved: SavedDraft) => {
    if (stored === saved.version) return;
    stored = null;
    localStorage.setItem(baseKey, JSON.stringify(saved));
    stored = saved.version;
  };
  return {
    begin: (saved) => whenIdle(() => store(() => writeBase(saved))),
    clear: () => localStorage.removeItem(workKey),
    read: () => {
      const saved = readStored<SavedDraft>(baseKey);
      const work = readStored<StoredWork>(workKey);
      if (!saved || work?.version !== saved.version) return null;
      return { saved, content: applyPatch(saved.content, work.patch) };
    },
    write: ({ saved, content }) =>
      store(() => {
        writeBase(saved);
        const work: StoredWork = { version: saved.version, patch: makePatch(saved.content, content) };
        localStorage.setItem(workKey, JSON.stringify(work));
      }),
  };
}
