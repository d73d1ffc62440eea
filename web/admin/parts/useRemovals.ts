import { useState } from 'react';
import { useTimerAfterPress } from '../../util/time/useTimerAfterPress.ts';
import { useReload } from './useChange.ts';

/** An act that is announced before it is sent: a deletion, the end of a shift. */
export interface Removal {
  /** That of the row which is hidden meanwhile; one of its own for an act that keeps its row. */
  readonly id: string;
  /** Shown while it can be undone. */
  readonly announcement: string;
  /** Shown once it is done. */
  readonly done: string;
  readonly run: () => Promise<void>;
}

/** An act can be undone for this long: nothing is sent before. */
const undoMs = 8_000;

/**
 * Acts a moment later, so that it can be undone. The next act does not wait for the one before. Leaving the panel in that
 * moment does nothing.
 */
export function useRemovals(onDone: (message: string) => void, onFailed: (error: unknown) => void) {
  const reload = useReload();
  const [pending, setPending] = useState<Removal | null>(null);
  /** The ids of the acts that are under way, and so of the rows that are hidden already. */
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const timer = useTimerAfterPress();

  const show = (id: string) => setHidden((ids) => new Set([...ids].filter((each) => each !== id)));
  const commit = async (removal: Removal) => {
    timer.stop();
    setPending((current) => (current === removal ? null : current));
    try {
      await removal.run();
      onDone(removal.done);
    } catch (error) {
      console.error('A delayed act failed', error);
      onFailed(error);
    } finally {
      await reload();
      show(removal.id);
    }
  };

  return {
    hidden,
    pending,
    begin(removal: Removal) {
      if (pending) void commit(pending);
      setPending(removal);
      setHidden((ids) => new Set([...ids, removal.id]));
      timer.start(undoMs, () => void commit(removal));
    },
    undo() {
      timer.stop();
      if (pending) show(pending.id);
      setPending(null);
    },
  };
}
