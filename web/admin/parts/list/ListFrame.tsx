import {
  SearchX,
  X,
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  type LucideIcon,
} from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { LoadError } from '../../../components/LoadError.tsx';
import { Optional } from '../../../ui/Boundary.tsx';
import { classes } from '../../../ui/classes.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { pagesFor, perPage } from '../../../data/list/page.ts';
import { Checkbox } from '../../../forms/Checkbox.tsx';
import { ExportButton, ExportListButton, type ListExport } from '../files/ExportButton.tsx';
import { cellsOf } from '../files/exportFile.ts';
import { List, type ListProps } from './List.tsx';
import { ManyAct } from './ManyAct.tsx';
import { Toolbar, type ToolbarProps } from './Toolbar.tsx';
import type { RecordAct } from '../record/acts.tsx';
import { useFormat } from '../useFormat.ts';
import type { DescribedList, Sorting } from './useList.tsx';
import { useFocusInRows } from './useFocusInRows.ts';
import { useSelection, type Selection } from './useSelection.ts';
import { SmallButton, SmallIconButton } from '../SmallButton.tsx';

interface ListFrameProps<Row>
  extends
    Omit<DescribedList<Row>, 'filter' | 'filters' | 'sorting' | 'exporting'>,
    Pick<ToolbarProps, 'primary' | 'actions' | 'filters'> {
  readonly filter?: DescribedList<Row>['filter'];
  readonly exporting?: DescribedList<Row>['exporting'];
  readonly sorting?: Sorting;
  /** Shown below the search field. */
  readonly below?: ReactNode;
  readonly list: Omit<ListProps<Row>, 'rows' | 'selecting' | 'sorting' | 'caption' | 'onOpen' | 'beside'>;
  /** Lets several rows be ticked. */
  readonly selecting?: {
    readonly nameOf: (row: Row) => string;
    /** Those for several rows stand in the bar of the ticked ones, before the button that exports them. */
    readonly acts?: readonly RecordAct<Row>[];
  };
  /** The page of the record that the address names: beside the list where there is room, else in its place. */
  readonly page?: ReactNode;
}

const noFilter = { narrowed: false, clear: () => undefined };

/** The search, and a list in each of its states: loading, failed, empty, nothing found, rows. */
export function ListFrame<Row extends { readonly id: string }>(props: ListFrameProps<Row>) {
  const { listing, location, words, filter = noFilter, primary, below, list, page } = props;
  const { common } = useMessages();
  const { loadFailed } = useNamespace('admin');
  const rows = list.editing?.held.rows ?? listing.rows;
  const search = filter.narrowed ? '' : location.search;
  const frame = useRef<HTMLDivElement>(null);

  const beside = page === undefined ? '' : location.record;
  const noteFocus = useFocusInRows(frame, rows, beside);

  const turnTo = (next: number) => {
    if (frame.current && frame.current.getBoundingClientRect().top < 0) frame.current.scrollIntoView();
    location.setPage(next);
  };

  // The list stays where its page covers it: a row that is edited in it keeps what was typed.
  return (
    <div
      className={
        beside ? 'items-start gap-3 min-[75rem]:grid min-[75rem]:grid-cols-[21rem_minmax(0,1fr)]' : 'contents'
      }
    >
      <div className={beside ? 'flex min-w-0 flex-col gap-2 max-[75rem]:hidden' : 'contents'}>
        <Toolbar
          {...(beside ? { location, words } : { ...props, actions: withExport(props) })}
          filter={filter}
          isEditing={list.editing?.held.rows?.some(list.editing.held.isHeld) ?? false}
        />
        {!beside && below}
        <div
          ref={frame}
          onFocus={noteFocus}
          className="overflow-clip rounded-card border border-line bg-surface-raised"
          aria-busy={listing.busy}
        >
          {listing.error && (
            <LoadError title={loadFailed} error={listing.error} onRetry={listing.retry} className="m-4" />
          )}
          {!rows && !listing.error && <Skeleton label={common.loading} />}
          {/* It stays, so that a search without results is announced. */}
          <div aria-live="polite">
            {rows?.length === 0 && search && (
              <NothingFound search={search} onClear={() => location.setSearch('')} />
            )}
          </div>
          {rows?.length === 0 && !search && <Nothing words={words} icon={props.icon} filter={filter} />}
          {rows && rows.length > 0 && <Rows {...props} rows={rows} beside={beside} onPage={turnTo} />}
        </div>
      </div>
      {beside && page}
      {primary?.id === location.act && <Optional>{primary.dialog}</Optional>}
    </div>
  );
}

interface RowsProps<Row> extends ListFrameProps<Row> {
  readonly rows: readonly Row[];
  /** The id of the row whose page stands beside the list. */
  readonly beside: string;
  readonly onPage: (page: number) => void;
}

/** The list with its selection, and the page turner. */
function Rows<Row extends { readonly id: string }>(props: RowsProps<Row>) {
  const { listing, location, words, list, rows, sorting, selecting, page, beside, onPage } = props;
  const exporting = exportOf(props);
  const selection = useSelection(listing.rows);
  return (
    <>
      <div
        aria-busy={listing.stale}
        className={classes('transition-opacity motion-reduce:transition-none', listing.stale && 'opacity-55')}
      >
        <List
          {...list}
          caption={words.caption}
          rows={rows}
          beside={beside}
          {...(sorting && { sorting })}
          {...(page !== undefined && { onOpen: ({ id }: Row) => location.open({ record: id }) })}
          {...(selecting && { selecting: { selection, nameOf: selecting.nameOf } })}
        />
      </div>
      {selecting && exporting && !beside && selection.chosen.length > 0 && (
        <SelectionBar selection={selection}>
          {selecting.acts
            ?.filter(({ many }) => many)
            .map((act) => (
              <ManyAct key={act.id} {...selecting} act={act} selection={selection} />
            ))}
          <ExportButton chosen={selection.chosen} {...exporting} />
        </SelectionBar>
      )}
      <PageTurner page={listing.page} total={listing.total} onPage={onPage} />
    </>
  );
}

/** The file that the columns describe: with one, all rows that the filters show can be exported, and those that are ticked. */
function exportOf<Row>({ exporting, list }: ListFrameProps<Row>): ListExport<Row> | undefined {
  const cells = cellsOf(list.columns);
  if (!exporting || Object.keys(cells).length === 0) return undefined;
  return { file: { name: exporting, cells } };
}

/** The buttons of the list, the export behind them. */
function withExport<Row>(props: ListFrameProps<Row>): ReactNode {
  const { actions, listing } = props;
  const exporting = exportOf(props);
  if (!exporting) return actions;
  return (
    <>
      {actions}
      <ExportListButton {...exporting} read={listing.readAll} total={listing.total} />
    </>
  );
}

function NothingFound({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  const t = useNamespace('admin');
  const clear = <SmallButton onClick={onClear}>{t.clearSearch}</SmallButton>;
  return (
    <EmptyState title={t.nothingFound} icon={<SearchX size={44} />} action={clear}>
      {t.nothingFoundHint(search)}
    </EmptyState>
  );
}

/** In place of a list without rows: what the section is for, or a way back to all rows. */
function Nothing({
  words,
  icon: Icon,
  filter,
}: Required<Pick<ListFrameProps<never>, 'words' | 'icon' | 'filter'>>) {
  const { clearFilters } = useNamespace('admin');
  const icon = <Icon size={44} />;
  if (!filter.narrowed)
    return (
      <EmptyState title={words.empty} icon={icon}>
        {words.emptyHint}
      </EmptyState>
    );
  const clear = <SmallButton onClick={filter.clear}>{clearFilters}</SmallButton>;
  return <EmptyState title={words.nothing ?? words.empty} icon={icon} action={clear} />;
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
          className="flex items-center gap-4 border-b border-line px-4 py-0.5 last:border-b-0"
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

interface SelectionBarProps {
  readonly selection: Pick<Selection<unknown>, 'chosen' | 'isWhole' | 'setAll'>;
  readonly children: ReactNode;
}

/** The number of ticked rows, and what can be done with all of them. It stays in sight. */
function SelectionBar({ selection, children }: SelectionBarProps) {
  const { selection: t } = useNamespace('admin');
  const format = useFormat();
  const { chosen, isWhole, setAll } = selection;
  return (
    <section
      aria-label={t.label}
      className="sticky bottom-14 z-20 flex flex-wrap items-center gap-x-3 gap-y-1 border-t-2 border-accent bg-surface-raised px-3 py-1.5 md:max-lg:bottom-26 lg:bottom-12"
    >
      <Checkbox
        hideLabel
        label={t.page}
        checked={isWhole}
        onChange={setAll}
        className="size-11 items-center justify-center md:hidden"
      />
      <output className="text-small font-semibold tabular-nums">
        {t.chosen(chosen.length, format.count(chosen.length))}
      </output>
      {children}
      <SmallIconButton
        label={t.clear}
        icon={<X size={22} />}
        onClick={() => setAll(false)}
        className="ml-auto"
      />
    </section>
  );
}

interface PageTurnerProps {
  /** From 1. */
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Shows the range of rows and turns pages. From 768 px it stays in sight while the list scrolls. */
function PageTurner({ page, total, onPage }: PageTurnerProps) {
  const { paging } = useNamespace('admin');
  const format = useFormat();
  const pages = pagesFor(total);
  const renderStep = (label: string, Icon: LucideIcon, target: number, className?: string) => {
    // It keeps the focus at the first and the last page, where a disabled button would lose it.
    const unavailable = target === page || target < 1 || target > pages;
    return (
      <SmallIconButton
        label={label}
        icon={<Icon size={24} />}
        aria-disabled={unavailable || undefined}
        onClick={() => {
          if (!unavailable) onPage(target);
        }}
        className={classes(
          'border-2',
          unavailable ? 'border-line opacity-55' : 'border-line-strong',
          className,
        )}
      />
    );
  };

  return (
    <nav
      aria-label={paging.label}
      className="bottom-14 z-10 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-surface-raised px-4 md:sticky md:py-0.5 lg:bottom-0"
    >
      <output className="text-small text-ink-soft tabular-nums">
        {paging.shown(
          format.count(total === 0 ? 0 : (page - 1) * perPage + 1),
          format.count(Math.min(page * perPage, total)),
          format.count(total),
        )}
      </output>
      {pages > 1 && (
        <div className="flex items-center gap-2">
          {renderStep(paging.first, ChevronFirst, 1, 'max-sm:hidden')}
          {renderStep(paging.previous, ChevronLeft, page - 1)}
          <span className="text-small font-semibold whitespace-nowrap tabular-nums sm:px-1">
            <span className="sr-only sm:not-sr-only">
              {paging.page(format.count(page), format.count(pages))}
            </span>
            <span aria-hidden="true" className="sm:hidden">
              {format.count(page)} / {format.count(pages)}
            </span>
          </span>
          {renderStep(paging.next, ChevronRight, page + 1)}
          {renderStep(paging.last, ChevronLast, pages, 'max-sm:hidden')}
        </div>
      )}
    </nav>
  );
}
