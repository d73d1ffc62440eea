import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';

interface NothingListedProps {
  readonly icon: ReactNode;
  readonly words: {
    readonly empty: string;
    readonly emptyHint: string;
    readonly nothing: string;
    readonly clearFilters: string;
  };
  /** The filters show none of the rows that there are. */
  readonly narrowed: boolean;
  readonly onClear: () => void;
}

/** In place of a list without rows: what the section is for, or a way back to all rows. */
export function NothingListed({ icon, words, narrowed, onClear }: NothingListedProps) {
  if (!narrowed)
    return (
      <EmptyState title={words.empty} icon={icon}>
        {words.emptyHint}
      </EmptyState>
    );
  const clear = (
    <Button size="compact" variant="secondary" onClick={onClear}>
      {words.clearFilters}
    </Button>
  );
  return <EmptyState title={words.nothing} icon={icon} action={clear} />;
}
