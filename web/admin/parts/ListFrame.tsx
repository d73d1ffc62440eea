import { SearchX } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { useDescribeError } from '../../i18n/useDescribeError.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Pager } from './Pager.tsx';
import type { Listing } from './useListing.ts';

export interface ListFrameProps {
  readonly listing: Listing<unknown>;
  readonly search: string;
  readonly perPage: number;
  readonly onPage: (page: number) => void;
  readonly onClearSearch: () => void;
  /** Replaces a list without rows. */
  readonly empty: ReactNode;
  /** The table or the cards. */
  readonly children: ReactNode;
}

/** A list in each of its states: loading, failed, empty, nothing found, rows. */
export function ListFrame(props: ListFrameProps) {
  const { listing, search, perPage, onPage, onClearSearch, empty, children } = props;
  const words = useWords();
  const t = useArea('admin');
  const { rows, page, total } = listing;
  const frame = useRef<HTMLDivElement>(null);

  const turnTo = (next: number) => {
    if (frame.current && frame.current.getBoundingClientRect().top < 0) frame.current.scrollIntoView();
    onPage(next);
  };

  return (
    <div
      ref={frame}
      className="overflow-clip rounded-card border border-line bg-surface-raised"
      aria-busy={listing.busy}
    >
      {listing.error && <LoadError error={listing.error} onRetry={listing.retry} />}
      {!rows && !listing.error && <Skeleton label={words.common.loading} />}
      {/* It stays, so that a search without results is announced. */}
      <div aria-live="polite">
        {rows?.length === 0 && search && (
          <EmptyState
            title={t.nothingFound}
            icon={<SearchX size={44} aria-hidden="true" />}
            action={
              <Button size="compact" variant="secondary" onClick={onClearSearch}>
                {t.clearSearch}
              </Button>
            }
          >
            {t.nothingFoundHint(search)}
          </EmptyState>
        )}
      </div>
      {rows?.length === 0 && !search && empty}
      {rows && rows.length > 0 && (
        <>
          <div
            aria-busy={listing.stale}
            className={classes(
              'transition-opacity motion-reduce:transition-none',
              listing.stale && 'opacity-55',
            )}
          >
            {children}
          </div>
          <Pager page={page} perPage={perPage} total={total} onPage={turnTo} />
        </>
      )}
    </div>
  );
}

function LoadError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { common } = useWords();
  const { loadFailed } = useArea('admin');
  const describe = useDescribeError();
  return (
    <Notice tone="error" className="m-4">
      <p className="font-semibold">{loadFailed}</p>
      <p>{describe(error)}</p>
      <Button size="compact" variant="secondary" onClick={onRetry} className="mt-3">
        {common.retry}
      </Button>
    </Notice>
  );
}

const skeletonRows = [0, 1, 2, 3, 4, 5, 6, 7];

/** Grey rows where the list is going to be. */
function Skeleton({ label }: { label: string }) {
  return (
    <output className="block">
      <span className="sr-only">{label}</span>
      {skeletonRows.map((row) => (
        <span
          key={row}
          aria-hidden="true"
          className="flex items-center gap-4 border-b border-line px-4 py-3.5 last:border-b-0"
        >
          <span className="size-11 rounded-full bg-surface-sunken" />
          <span className="h-5 w-1/3 rounded-small bg-surface-sunken" />
          <span className="hidden h-5 w-1/6 rounded-small bg-surface-sunken md:block" />
          <span className="ml-auto h-5 w-1/6 rounded-small bg-surface-sunken" />
        </span>
      ))}
    </output>
  );
}
