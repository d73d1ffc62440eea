import type { Content } from '../../../../shared/content/content.ts';
import type { ContentProblem } from '../../../../shared/content/problems.ts';
import type { SavedDraft, SaveOutcome } from '../../../data/content/drafts.ts';
import { DataError, toDataError } from '../../../data/errors.ts';
import { keepRunning, type Next, type Wake } from '../../../util/time/retry.ts';
import { createSignal } from '../../../util/signal.ts';
import { join, settle, type Joined, type Side } from '../model/join.ts';
import { hasUnsavedWork, type Draft } from './draft.ts';
import type { StoredWork } from './storedWork.ts';

/** The calls that the draft needs. */
export interface DraftServer {
  readonly load: () => Promise<SavedDraft>;
  readonly save: (content: Content, version: number) => Promise<SaveOutcome>;
  readonly publish: (version: number, note: string) => Promise<number>;
}

/** A save of the same fields by another person. */
export interface DraftConflict {
  /** That person's e-mail address, or empty. */
  readonly by: string;
  readonly theirs: SavedDraft;
  readonly joined: Joined;
}

export interface DraftState {
  /** Null until the first load. */
  readonly draft: Draft | null;
  readonly saving: boolean;
  readonly error: DataError | null;
  /** The database refused the work for these reasons; empty as soon as it is edited. */
  readonly problems: readonly ContentProblem[];
  readonly conflict: DraftConflict | null;
  /** A later tab of this account edits. This one saves nothing. */
  readonly isElsewhere: boolean;
  /** This tab continues with the text of another one, until it is saved. */
  readonly tookOver: boolean;
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
  readonly #work: StoredWork;
  readonly #savePauseMs: number;
  readonly #state = createSignal<DraftState>({
    draft: null,
    saving: false,
    error: null,
    problems: [],
    conflict: null,
    isElsewhere: false,
    tookOver: false,
  });
  #wake: Wake = () => undefined;
  /** The last load or save. */
  #running: Promise<unknown> = Promise.resolve();
  #storeTimer: ReturnType<typeof setTimeout> | undefined;
  /** The end of the pause in typing, on the page's clock. */
  #saveAtMs = 0;

  constructor(server: DraftServer, work: StoredWork, savePauseMs = defaultSavePauseMs) {
    this.#server = server;
    this.#work = work;
    this.#savePauseMs = savePauseMs;
  }

  readonly subscribe = this.#state.subscribe;
  readonly get = this.#state.get;

  /** The content with the edits of this device. */
  readonly content = (): Content => this.#draft().content;

  /** Loads the draft and saves what changes. @returns stop */
  start(): () => void {
    const stopping = new AbortController();
    this.#wake = keepRunning(() => this.#run(), stopping.signal);
    const unsubscribe = this.#work.subscribe(() => this.#giveWay());
    const hide = () => {
      this.#store();
      this.#work.release();
    };
    window.addEventListener('pagehide', hide, { signal: stopping.signal });
    return () => {
      unsubscribe();
      this.#store();
      stopping.abort();
    };
  }

  /** Saves what is not saved, once stopped. Work that cannot be saved waits for the next store that starts. */
  async leave(): Promise<void> {
    await this.#running;
    const { draft } = this.get();
    this.#saveAtMs = 0;
    if (draft && hasUnsavedWork(draft)) await this.#run();
    this.#work.release();
  }

  /** Tries again at once, after an error. */
  readonly retry = (): void => this.#wake();

  /** Takes the work back from the tab that has it. */
  readonly continueHere = async (): Promise<void> => {
    await this.#running;
    this.#update({ draft: null, isElsewhere: false });
    this.#wake();
  };

  readonly edit = (change: (content: Content) => Content): void => {
    const draft = this.#draft();
    const content = change(draft.content);
    if (content !== draft.content) this.#place({ ...draft, content }, this.#savePauseMs);
  };

  /** Ends a conflict: the next save goes on top of their version. */
  readonly decide = (choose: (key: string) => Side): void => {
    const { conflict } = this.get();
    if (!conflict) return;
    const { theirs: saved, joined } = conflict;
    const sides = { mine: this.content(), theirs: saved.content };
    this.#place({ saved, content: settle(joined, sides, choose) }, 0);
  };

  /** Leaves the decision for later; the next attempt to save asks again. */
  readonly postpone = (): void =>
    this.#update({ conflict: null, error: new DataError('content_conflict', '') });

  /** Loads the newest version. Saves unsaved work instead, which finds a conflict if there is one. */
  async refresh(): Promise<void> {
    if (hasUnsavedWork(this.#draft())) return this.#wake();
    const saved = await this.#server.load();
    this.#place({ saved, content: saved.content }, 0);
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
      const sides = { mine: saved.content, theirs: older };
      const content = settle(join(newest, saved.content, older), sides, () => 'mine');
      this.#place({ saved: published, content }, 0);
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
    this.#update({ draft, conflict: null, problems: [], error: null });
    clearTimeout(this.#storeTimer);
    this.#storeTimer = setTimeout(() => this.#store(), storePauseMs);
    this.#saveAtMs = performance.now() + delay;
    this.#wake(delay);
  }

  /** Writes unsaved work into the browser's storage, and removes saved work from it. */
  #store(): void {
    clearTimeout(this.#storeTimer);
    const { draft } = this.get();
    if (draft) this.#work.write(hasUnsavedWork(draft) ? draft : null);
  }

  /** Notices that a later tab has taken the work. */
  #giveWay(): boolean {
    const isElsewhere = this.get().draft !== null && !this.#work.isMine();
    if (isElsewhere) this.#update({ isElsewhere, conflict: null });
    return isElsewhere;
  }

  #run(): Promise<Next> {
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
    const { draft, wasOpen } = this.#work.take();
    this.#update({
      draft: draft ?? { saved, content: saved.content },
      tookOver: draft !== null && wasOpen,
    });
    return 0;
  }

  async #save(): Promise<Next> {
    const { saved, content } = this.#draft();
    if (content === saved.content || this.get().conflict || this.#giveWay()) return 'idle';
    const pauseMs = this.#saveAtMs - performance.now();
    if (pauseMs > 0) return pauseMs;
    const outcome = await this.#server.save(content, saved.version);
    if (outcome.kind === 'conflict') return this.#meet(outcome.by);
    if (outcome.kind === 'invalid') this.#update({ problems: outcome.problems });
    else {
      // Edits made meanwhile remain.
      const draft = { saved: { version: outcome.version, content }, content: this.content() };
      this.#update({ draft, problems: [], tookOver: false });
    }
    this.#store();
    return outcome.kind === 'saved' && hasUnsavedWork(this.#draft()) ? this.#savePauseMs : 'idle';
  }

  /** Handles a save by somebody else: joins both where they changed different fields, otherwise asks for a decision. */
  async #meet(by: string): Promise<Next> {
    const theirs = await this.#server.load();
    const { saved, content } = this.#draft();
    const joined = join(saved.content, content, theirs.content);
    if (joined.disputed.length > 0) {
      this.#update({ conflict: { by, theirs, joined } });
      return 'idle';
    }
    this.#update({ draft: { saved: theirs, content: joined.content } });
    this.#store();
    return 0;
  }
}
