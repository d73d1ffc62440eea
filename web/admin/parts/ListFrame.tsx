import { SearchX } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useDescribeError } from '../../i18n/describeError.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { List, type ListProps } from './List.tsx';
import { PageTurner } from './PageTurner.tsx';
import { SearchField } from './SearchField.tsx';
import type { ListLocation } from './useListLocation.ts';
import type { Listing } from './useListing.ts';

export interface ListFrameProps<Row> {
  readonly listing: Listing<Row>;
  readonly location: ListLocation;
  readonly searchLabel: string;
  /** The buttons of the list, beside the search field. */
  readonly actions?: ReactNode;
  /** Shown below the search field. */
  readonly filters?: ReactNode;
  /** Filters besides the search leave rows out. */
  readonly narrowed?: boolean;
  /** Replaces a list without rows. */
  readonly empty: ReactNode;
  readonly list: Omit<ListProps<Row>, 'rows'>;
}

/** The search, and a list in each of its states: loading, failed, empty, nothing found, rows. */
export function ListFrame<Row extends { readonly id: string }>(props: ListFrameProps<Row>) {
  const { listing, location, searchLabel, actions, filters, narrowed = false, empty, list } = props;
  const { common } = useMessages();
  const { page, total } = listing;
  const rows = list.editing?.held.rows ?? listing.rows;
  const search = narrowed ? '' : location.search;
  const frame = useRef<HTMLDivElement>(null);

  const turnTo = (next: number) => {
    if (frame.current && frame.current.getBoundingClientRect().top < 0) frame.current.scrollIntoView();
    location.setPage(next);
  };

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 md:justify-between">
        <SearchField label={searchLabel} value={location.search} onSearch={location.setSearch} />
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {filters}
      <div
        ref={frame}
        className="overflow-clip rounded-card border border-line bg-surface-raised"
        aria-busy={listing.busy}
      >
        {listing.error && <LoadError error={listing.error} onRetry={listing.retry} />}
        {!rows && !listing.error && <Skeleton label={common.loading} />}
        {/* It stays, so that a search without results is announced. */}
        <div aria-live="polite">
          {rows?.length === 0 && search && (
            <NothingFound search={search} onClear={() => location.setSearch('')} />
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
              <List {...list} rows={rows} />
            </div>
            <PageTurner page={page} total={total} onPage={turnTo} />
          </>
        )}
      </div>
    </>
  );
}

function NothingFound({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  const t = useNamespace('admin');
  const clear = (
    <Button size="compact" variant="secondary" onClick={onClear}>
      {t.clearSearch}
    </Button>
  );
  return (
    <EmptyState title={t.nothingFound} icon={<SearchX size={44} />} action={clear}>
      {t.nothingFoundHint(search)}
    </EmptyState>
  );
}

function LoadError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { common } = useMessages();
  const { loadFailed } = useNamespace('admin');
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
