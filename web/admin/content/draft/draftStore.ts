import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Content } from '../../../../shared/content/content.ts';
import type { ContentProblem } from '../../../../shared/content/problems.ts';
import {
  loadDraft,
  publishDraft,
  saveDraft,
  type SavedDraft,
  type SaveOutcome,
} from '../../../data/content/drafts.ts';
import { DataError, toDataError } from '../../../data/errors.ts';
import { keepRunning, type Next, type Wake } from '../../../util/time/retry.ts';
import { createSignal } from '../../../util/signal.ts';
import { useSignal } from '../../../util/useSignal.ts';
import { adminKey } from '../../parts/useChange.ts';
import { mergeContent } from '../model/merge.ts';
import {
  afterSave,
  hasUnsavedWork,
  isUndisputed,
  putMineOnTop,
  resume,
  takeTheirs,
  type Draft,
  type Theirs,
} from './draft.ts';
import { openSlot, takeAbandonedSlot, type WorkSlot } from './workSlot.ts';

/** The calls that the draft needs. */
export interface DraftServer {
  readonly load: () => Promise<SavedDraft>;
  readonly save: (content: Content, version: number) => Promise<SaveOutcome>;
  readonly publish: (version: number, note: string) => Promise<number>;
}

export interface DraftState {
  /** Null until the first load. */
  readonly draft: Draft | null;
  readonly saving: boolean;
  readonly error: DataError | null;
  /** The database refused the work for these reasons; empty as soon as it is edited. */
  readonly problems: readonly ContentProblem[];
  /** The conflicting version; the administrator chooses between it and the work of this device. */
  readonly theirs: Theirs | null;
}

/** Pauses in typing: after the first the work is stored on the device, after the second it is saved. */
const storePauseMs = 200;
const defaultSavePauseMs = 1_500;

/**
 * The draft on this device: stores every edit in the browser, and saves after a pause in typing and when the
 * connection returns. Call `start` to load it.
 */
export class DraftStore {
  readonly #server: DraftServer;
  readonly #savePauseMs: number;
  readonly #state = createSignal<DraftState>({
    draft: null,
    saving: false,
    error: null,
    problems: [],
    theirs: null,
  });
  #wake: Wake = () => undefined;
  #isStarted = false;
  /** The unsaved work in the browser's storage; null unless the store is started. */
  #slot: WorkSlot | null = null;
  /** The last load or save. */
  #running: Promise<unknown> = Promise.resolve();
  #storeTimer: ReturnType<typeof setTimeout> | undefined;
  /** The end of the pause in typing, on the page's clock. */
  #saveAtMs = 0;

  constructor(server: DraftServer, savePauseMs = defaultSavePauseMs) {
    this.#server = server;
    this.#savePauseMs = savePauseMs;
  }

  readonly subscribe = this.#state.subscribe;
  readonly get = this.#state.get;

  /** The content with the edits of this device. */
  readonly content = (): Content => this.#draft().content;

  /** Loads the draft and saves what changes. @returns stop */
  start(): () => void {
    this.#isStarted = true;
    this.#slot ??= openSlot();
    const stopping = new AbortController();
    this.#wake = keepRunning(() => this.#work(), stopping.signal);
    window.addEventListener('pagehide', () => this.#store(), { signal: stopping.signal });
    return () => {
      this.#isStarted = false;
      this.#store();
      stopping.abort();
    };
  }

  /** Saves what is not saved, once stopped. Work that cannot be saved waits for the next store that starts. */
  async leave(): Promise<void> {
    await this.flush();
    if (this.#isStarted) return;
    this.#slot?.release();
    this.#slot = null;
  }

  /** Saves at once, without the pause in typing. Work that cannot be saved stays in the browser. */
  async flush(): Promise<void> {
    await this.#running;
    const { draft } = this.get();
    if (!draft || !hasUnsavedWork(draft)) return;
    this.#saveAtMs = 0;
    await this.#work();
  }

  /** Tries again at once, after an error. */
  readonly retry = (): void => this.#wake();

  readonly edit = (change: (content: Content) => Content): void => {
    const draft = this.#draft();
    const content = change(draft.content);
    if (content !== draft.content) this.#place({ ...draft, content }, this.#savePauseMs);
  };

  readonly takeTheirs = (): void => {
    const { theirs } = this.get();
    if (theirs) this.#place(takeTheirs(theirs), 0);
  };

  readonly putMineOnTop = (): void => {
    const { theirs } = this.get();
    if (theirs) this.#place(putMineOnTop(this.#draft(), theirs), 0);
  };

  /** Leaves the decision for later; the next attempt to save asks again. */
  readonly postpone = (): void =>
    this.#update({ theirs: null, error: new DataError('content_conflict', '') });

  /** Loads the newest version. Saves unsaved work instead, which finds a conflict if there is one. */
  async refresh(): Promise<void> {
    if (hasUnsavedWork(this.#draft())) this.#wake();
    else this.#place(takeTheirs(await this.#server.load()), 0);
  }

  /**
   * Publishes the saved draft, or an older release instead: unpublished changes then stay in the draft.
   * @throws DataError `content_conflict` when another administrator has saved meanwhile
   */
  async publish(
    note: string,
    instead?: { readonly newest: Content; readonly older: Content },
  ): Promise<number> {
    const { saved } = this.#draft();
    if (!instead) return this.#server.publish(saved.version, note);
    const { newest, older } = instead;
    const outcome = await this.#server.save(older, saved.version);
    if (outcome.kind !== 'saved') throw new DataError(`content_${outcome.kind}`, '');
    const published = { version: outcome.version, content: older };
    // The older release has taken the draft's place on the server: this device holds the work until it is back there.
    const draft = { saved: published, content: saved.content };
    this.#update({ draft });
    this.#store();
    try {
      const id = await this.#server.publish(published.version, note);
      this.#place({ saved: published, content: mergeContent(newest, saved.content, older) }, 0);
      return id;
    } catch (error) {
      this.#place(draft, 0);
      throw error;
    }
  }

  #draft(): Draft {
    const { draft } = this.get();
    if (!draft) throw new Error('The draft is not loaded yet');
    return draft;
  }

  #update(changes: Partial<DraftState>): void {
    this.#state.set({ ...this.get(), ...changes });
  }

  #place(draft: Draft, delay: number): void {
    this.#update({ draft, theirs: null, problems: [], error: null });
    clearTimeout(this.#storeTimer);
    this.#storeTimer = setTimeout(() => this.#store(), storePauseMs);
    this.#saveAtMs = performance.now() + delay;
    this.#wake(delay);
  }

  /** Writes unsaved work into the browser's storage, and removes saved work from it. */
  #store(): void {
    clearTimeout(this.#storeTimer);
    const { draft } = this.get();
    if (!draft) return;
    if (hasUnsavedWork(draft)) this.#slot?.write(draft);
    else this.#slot?.clear();
  }

  #work(): Promise<Next> {
    const running = this.#running.then(() => this.#loadOrSave());
    this.#running = running;
    return running;
  }

  async #loadOrSave(): Promise<Next> {
    this.#update({ saving: true });
    try {
      const next = this.get().draft ? await this.#save() : await this.#load();
      this.#update({ error: null });
      return next;
    } catch (error) {
      const failure = toDataError(error);
      console.error('The draft could not be loaded or saved', failure);
      this.#update({ error: failure });
      return failure.retryable ? 'backoff' : 'idle';
    } finally {
      this.#update({ saving: false });
    }
  }

  async #load(): Promise<Next> {
    const saved = await this.#server.load();
    const abandoned = await takeAbandonedSlot();
    if (abandoned) this.#moveTo(abandoned);
    const draft = resume(saved, abandoned?.read() ?? null);
    this.#update({ draft });
    this.#slot?.begin(draft.saved);
    return 0;
  }

  #moveTo(slot: WorkSlot): void {
    this.#slot?.clear();
    this.#slot?.release();
    this.#slot = slot;
  }

  async #save(): Promise<Next> {
    const { saved, content } = this.#draft();
    if (content === saved.content || this.get().theirs) return 'idle';
    const pause = this.#saveAtMs - performance.now();
    if (pause > 0) return pause;
    const outcome = await this.#server.save(content, saved.version);
    if (outcome.kind === 'conflict') return this.#meet(outcome.by);
    if (outcome.kind === 'invalid') this.#update({ problems: outcome.problems });
    else this.#update({ draft: afterSave(this.#draft(), content, outcome.version), problems: [] });
    this.#store();
    this.#slot?.begin(this.#draft().saved);
    if (outcome.kind !== 'saved') return 'idle';
    return hasUnsavedWork(this.#draft()) ? this.#savePauseMs : this.#resumeAbandoned();
  }

  /** Continues with the work of a closed tab, once that of this tab is saved. */
  async #resumeAbandoned(): Promise<Next> {
    const abandoned = await takeAbandonedSlot();
    if (!abandoned) return 'idle';
    if (!this.#isStarted || hasUnsavedWork(this.#draft())) {
      abandoned.release();
      return this.#savePauseMs;
    }
    this.#moveTo(abandoned);
    this.#place(resume(this.#draft().saved, abandoned.read()), 0);
    return 0;
  }

  /** Handles a save by another administrator: merges where there is nothing to decide, otherwise asks for a decision. */
  async #meet(by: string): Promise<Next> {
    const theirs = await this.#server.load();
    const mine = this.#draft();
    if (!isUndisputed(mine, theirs)) {
      this.#update({ theirs: { ...theirs, by } });
      return 'idle';
    }
    this.#update({ draft: putMineOnTop(mine, theirs) });
    return 0;
  }
}

/** The last save of a section that was left. The next section would otherwise find it as another person's change. */
let lastLeave: Promise<void> = Promise.resolve();

/** The draft of the content, loaded and saved while the component is shown. The day shows the state of each save. */
export function useDraft(): { readonly store: DraftStore; readonly state: DraftState } {
  const queryClient = useQueryClient();
  const [store] = useState(() => {
    const save: DraftServer['save'] = async (...draft) => {
      const outcome = await saveDraft(...draft);
      void queryClient.invalidateQueries({ queryKey: [adminKey, 'today'] });
      return outcome;
    };
    const load: DraftServer['load'] = () => lastLeave.then(loadDraft);
    return new DraftStore({ load, save, publish: publishDraft });
  });
  return useDraftStore(store);
}

/** Runs a draft while the component is shown. Leaving it saves what still waits for a pause in typing. */
export function useDraftStore(store: DraftStore) {
  useEffect(() => {
    const stop = store.start();
    return () => {
      stop();
      lastLeave = store.leave();
    };
  }, [store]);
  return { store, state: useSignal(store) };
}
