import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adminKey } from './useChange.ts';

/** Something that is going to be deleted. */
export interface Removal {
  readonly id: string;
  /** What is said while it can be taken back, and once it is done. */
  readonly announcement: string;
  readonly done: string;
  readonly run: () => Promise<void>;
}

export interface Removals {
  /** The rows that are not shown any more. */
  readonly hidden: ReadonlySet<string>;
  /** What can be taken back still. */
  readonly pending: Removal | null;
  readonly begin: (removal: Removal) => void;
  readonly undo: () => void;
}

/** How long a deletion can be taken back, in milliseconds. Until then nothing is sent. */
const undoTime = 8_000;

/**
 * Deletes a moment later, so that it can be taken back. The next deletion does not wait for the one before. Whoever
 * leaves the panel in that moment has deleted nothing.
 */
export function useRemovals(onDone: (message: string) => void, onFailed: (error: unknown) => void): Removals {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<Removal | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = (id: string) => setHidden((ids) => new Set([...ids].filter((each) => each !== id)));
  const commit = async (removal: Removal) => {
    clearTimeout(timer.current);
    setPending((current) => (current === removal ? null : current));
    try {
      await removal.run();
      onDone(removal.done);
    } catch (error) {
      console.error('A deletion was refused', error);
      onFailed(error);
    } finally {
      await queryClient.invalidateQueries({ queryKey: [adminKey] });
      show(removal.id);
    }
  };

  return {
    hidden,
    pending,
    begin(removal) {
      if (pending) void commit(pending);
      setPending(removal);
      setHidden((ids) => new Set([...ids, removal.id]));
      timer.current = window.setTimeout(() => void commit(removal), undoTime);
    },
    undo() {
      clearTimeout(timer.current);
      if (pending) show(pending.id);
      setPending(null);
    },
  };
}
