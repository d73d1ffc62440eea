import type { Content } from '../../../../shared/content/content.ts';
import type { ContentProblem } from '../../../../shared/content/problems.ts';
import type { SavedDraft, SaveOutcome } from '../../../data/content/drafts.ts';
import { DataError, toDataError } from '../../../data/errors.ts';
import { keepRunning, type Next, type Wake } from '../../../util/time/retry.ts';
import { createSignal } from '../../../util/signal.ts';
import { join, type Joined, type Side } from '../model/join.ts';
import { hasUnsavedWork, type Draft, type StoredWork } from './draft.ts';

/** The calls that the draft needs. */
export interface DraftServer {
  readonly load: () => Promise<SavedDraft>;
  readonly save: (content: Content, version: number) => Promise<SaveOutcome>;
  readonly publish: (version: number, note: string) => Promise<number>;
}

/** A save of the same parts by another person. */
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
}

/** A pause in typing, after which the work is saved. */
const defaultSavePauseMs = 1_500;

/**
 * The draft on this device: saves after a pause in typing and when the connection returns; until then the browser
 * stores the work. Call `start` to load it.
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
  });
  #wake: Wake = () => undefined;
  /** The last load or save. */
  #running: Promise<unknown> = Promise.resolve();
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
    window.addEventListener('pagehide', () => this.#store(), { signal: stopping.signal });
    return () => {
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
  }

  /** Tries again at once, after an error. */
  readonly retry = (): void => this.#wake();

  readonly edit = (change: (content: Content) => Content): void => {
    const draft = this.#draft();
    const content = change(draft.content);
    if (content !== draft.content) this.#place({ ...draft, content }, this.#savePauseMs);
  };

  /** Ends a conflict: the next save goes on top of their version. */
  readonly decide = (side: Side): void => {
    const { conflict } = this.get();
    if (!conflict) return;
    this.#place({ saved: conflict.theirs, content: conflict.joined.content[side] }, 0);
    // Their side may leave nothing to save.
    this.#store();
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
   * Publishes the saved draft.
   * @throws DataError `content_conflict` when another administrator has saved meanwhile
   */
  publish(note: string): Promise<number> {
    return this.#server.publish(this.#draft().saved.version, note);
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
    this.#saveAtMs = performance.now() + delay;
    this.#wake(delay);
  }

  /** Writes unsaved work into the browser's storage, and removes saved work from it. */
  #store(): void {
    const { draft } = this.get();
    if (draft) this.#work.write(hasUnsavedWork(draft) ? draft : null);
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
    this.#update({ draft: this.#work.read() ?? { saved, content: saved.content } });
    return 0;
  }

  async #save(): Promise<Next> {
    const { saved, content } = this.#draft();
    if (content === saved.content || this.get().conflict) return 'idle';
    const pauseMs = this.#saveAtMs - performance.now();
    if (pauseMs > 0) return pauseMs;
    this.#store();
    const outcome = await this.#server.save(content, saved.version);
    if (outcome.kind === 'conflict') return this.#meet(outcome.by);
    if (outcome.kind === 'invalid') {
      this.#update({ problems: outcome.problems });
      return 'idle';
    }
    // Edits made meanwhile remain.
    const draft = { saved: { version: outcome.version, content }, content: this.content() };
    this.#update({ draft, problems: [] });
    this.#store();
    return hasUnsavedWork(draft) ? this.#savePauseMs : 'idle';
  }

  /** Handles a save by somebody else: joins both where they changed different parts, otherwise asks for a decision. */
  async #meet(by: string): Promise<Next> {
    const theirs = await this.#server.load();
    const { saved, content } = this.#draft();
    const joined = join(saved.content, content, theirs.content);
    if (joined.disputed.length > 0) {
      this.#update({ conflict: { by, theirs, joined } });
      return 'idle';
    }
    this.#update({ draft: { saved: theirs, content: joined.content.theirs } });
    this.#store();
    return 0;
  }
}
