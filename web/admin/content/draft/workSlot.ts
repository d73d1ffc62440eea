import type { SavedDraft } from '../../../data/content/drafts.ts';
import { personalKeys, personChanged } from '../../../data/personal.ts';
import { isObjectWith, storedValue } from '../../../util/storedValue.ts';
import { newUuid } from '../../../util/uuid.ts';
import type { Draft } from './draft.ts';
import { applyPatch, makePatch, type Patch } from './patch.ts';

/**
 * The unsaved work of one tab in the browser's storage, where it survives a reload and a lost connection. No other tab reads
 * or writes it before `release`, or before the tab closes.
 */
export interface WorkSlot {
  readonly read: () => Draft | null;
  /** Stores the version that further work is based on, when the page has time: it is large. */
  readonly begin: (saved: SavedDraft) => void;
  readonly write: (draft: Draft) => void;
  readonly clear: () => void;
  /** Leaves the work to the next tab that looks for it. */
  readonly release: () => void;
}

interface StoredWork {
  readonly version: number;
  readonly patch: Patch;
}

const baseKey = 'personal:content-base';
const workKey = 'personal:content-work';
/** Counts the people at this device. The tab of somebody who has signed out stores nothing for the next one. */
let persons = 0;
personChanged.listen(() => {
  persons += 1;
});

/** The end of both keys; empty in the slot that all tabs shared in earlier versions. */
type SlotId = '' | `:${string}`;

/** Runs work when the page has nothing to do. Not all browsers tell. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 0);
}

function slotAt(id: SlotId, unlock: () => void): WorkSlot {
  const storedBase = storedValue(`${baseKey}${id}`, isObjectWith<SavedDraft>('version', 'content'));
  const storedWork = storedValue(`${workKey}${id}`, isObjectWith<StoredWork>('version', 'patch'));
  const owner = persons;
  let isReleased = false;
  const report = (isStored: boolean) => {
    if (!isStored) console.error('Unsaved content could not be stored on this device');
  };
  const writeBase = (saved: SavedDraft): boolean =>
    storedBase.read()?.version === saved.version || storedBase.write(saved);
  return {
    begin: (saved) =>
      whenIdle(() => {
        if (!isReleased && owner === persons) report(writeBase(saved));
      }),
    clear: storedWork.remove,
    read: () => {
      const saved = storedBase.read();
      const work = storedWork.read();
      if (!saved || work?.version !== saved.version) return null;
      return { saved, content: applyPatch(saved.content, work.patch) };
    },
    write: ({ saved, content }) => {
      if (owner !== persons) return;
      const work: StoredWork = { version: saved.version, patch: makePatch(saved.content, content) };
      report(writeBase(saved) && storedWork.write(work));
    },
    release: () => {
      isReleased = true;
      if (!storedWork.read()) storedBase.remove();
      unlock();
    },
  };
}

/**
 * Asks for a slot's lock, which the browser gives back when the tab closes. Without locks (pages served without TLS) the
 * slots of open tabs look abandoned too.
 * @param isLocked hears whether this tab has the lock
 * @returns unlock
 */
function lockSlot(id: SlotId, isLocked: (isMine: boolean) => void = () => undefined): () => void {
  const { locks } = navigator as Partial<Navigator>;
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
  const hold = (lock: Lock | null) => {
    isLocked(lock !== null);
    return lock ? unlocked : undefined;
  };
  if (locks) void locks.request(`${workKey}${id}`, { ifAvailable: true }, hold);
  else isLocked(true);
  return unlock;
}

/** Opens an empty slot for this tab. */
export function openSlot(): WorkSlot {
  const id: SlotId = `:${newUuid()}`;
  return slotAt(id, lockSlot(id));
}

function storedIds(): readonly SlotId[] {
  const ids = [baseKey, workKey].flatMap((key) =>
    personalKeys(key).map((name) => name.slice(key.length) as SlotId),
  );
  return [...new Set(ids)];
}

/** Takes a slot with work that a closed tab, or a section that was left, could not save; null where there is none. */
export async function takeAbandonedSlot(): Promise<WorkSlot | null> {
  for (const id of storedIds()) {
    const { promise: locked, resolve } = Promise.withResolvers<boolean>();
    const slot = slotAt(id, lockSlot(id, resolve));
    if (!(await locked)) continue;
    if (slot.read()) return slot;
    slot.clear();
    slot.release();
  }
  return null;
}
