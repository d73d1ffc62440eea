import { useState } from 'react';
import { useTimerAfterPress } from '../../util/time/useTimerAfterPress.ts';
import { useReload } from './useChange.ts';

/** A deletion, which is announced before it is sent. */
export interface Removal {
  /** That of the row, which is hidden meanwhile. */
  readonly id: string;
  /** Shown while it can be undone. */
  readonly announcement: string;
  /** Shown once it is done. */
  readonly done: string;
  readonly run: () => Promise<void>;
}

/** A deletion can be undone for this long: nothing is sent before. */
const undoMs = 8_000;

/**
 * Deletes a moment later, so that it can be undone. The next one does not wait. Leaving the panel in that moment deletes
 * nothing.
 */
export function useRemovals(onDone: (message: string) => void, onFailed: (error: unknown) => void) {
  const reload = useReload();
  const [pending, setPending] = useState<Removal | null>(null);
  /** The ids of the rows that are being deleted. */
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
      console.error('A deletion failed', error);
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
