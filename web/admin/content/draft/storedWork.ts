import { markPerson } from '../../../data/markPerson.ts';
import { isObjectWith, storedValue, type StoredValue } from '../../../util/storedValue.ts';
import { newUuid } from '../../../util/uuid.ts';
import type { Draft } from './draft.ts';

interface Stored {
  /** The tab that edits; null once it is closed. */
  readonly tab: string | null;
  /** Null while everything is saved. */
  readonly draft: Draft | null;
}

/**
 * The unsaved work of an account in the browser's storage, where it survives a reload and a lost connection. It belongs to the
 * tab that took it last; the tab before stores nothing any more.
 */
export class StoredWork {
  readonly #tab = newUuid();
  readonly #isSamePerson = markPerson();
  readonly #stored: StoredValue<Stored>;

  constructor(account: string) {
    this.#stored = storedValue(`personal:content-draft:${account}`, isObjectWith<Stored>('tab', 'draft'));
  }

  /** Calls `listener` after a change by another tab. @returns unsubscribe */
  readonly subscribe = (listener: () => void): (() => void) => this.#stored.subscribe(listener);

  /** Whether no later tab has taken the work. */
  isMine(): boolean {
    const stored = this.#stored.read();
    return !stored?.tab || stored.tab === this.#tab;
  }

  /** Makes this tab the one that edits. @returns the work, if there is any, and whether another tab had it open */
  take(): { readonly draft: Draft | null; readonly wasOpen: boolean } {
    const wasOpen = !this.isMine();
    const draft = this.#stored.read()?.draft ?? null;
    this.#put(this.#tab, draft);
    return { draft, wasOpen };
  }

  write(draft: Draft | null): void {
    if (this.isMine()) this.#put(this.#tab, draft);
  }

  /** Leaves the work to the next tab that opens the studio. */
  release(): void {
    const stored = this.#stored.read();
    if (!stored || !this.isMine()) return;
    if (stored.draft) this.#put(null, stored.draft);
    else this.#stored.remove();
  }

  #put(tab: string | null, draft: Draft | null): void {
    if (this.#isSamePerson() && !this.#stored.write({ tab, draft }))
      console.error('Unsaved content could not be stored on this device');
  }
}
