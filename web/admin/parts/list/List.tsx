import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Fragment, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { classes } from '../../../ui/classes.ts';
import { Checkbox } from '../../../forms/Checkbox.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { isRowPress, moveBetweenRows } from '../record/RecordLink.tsx';
import type { FileCells } from '../files/exportFile.ts';
import type { HeldRows } from './useListing.ts';
import type { Sorting } from './useList.tsx';
import type { Selection } from './useSelection.ts';

/** A property of the rows: a column of the table, and a place on the card. */
export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  /** A width utility; columns without one share the rest. */
  readonly width?: string;
  /** Utilities of the table's cells besides the padding at the sides; `py-0.5` unless given. */
  readonly className?: string;
  /** The property by which a press on the heading sorts the rows, in the database. */
  readonly sort?: string;
  readonly cell: (row: Row) => ReactNode;
  /** Replaces `cell` where other columns fold into this one. Without it they stand below the cell. */
  readonly around?: (row: Row, folded: ReactNode) => ReactNode;
  /** Replaces `cell` on a card, and where the column folds into another. */
  readonly elsewhere?: (row: Row) => ReactNode;
  /** A column only of the whole table (`wide`), or of none (`never`). */
  readonly inTable?: 'wide' | 'never';
  /** The id of the column that shows the cell in a table without this column. */
  readonly foldsInto?: string;
  /** The card's heading, its buttons, or the number of a line below; a line may hold several columns. */
  readonly onCard?: 'title' | 'actions' | number;
  /** Its cells in the file of the list; those of a record that no column shows stand with the first. */
  readonly file?: FileCells<Row>;
}

export interface ListProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Puts an editor in the place of the held rows; `leave` closes it. */
  readonly editing?: {
    readonly held: HeldRows<Row>;
    readonly render: (row: Row, leave: () => void) => ReactNode;
  };
  /** Begins each row with a box to tick. */
  readonly selecting?: {
    readonly selection: Selection<Row>;
    readonly nameOf: (row: Row) => string;
  };
  /** The heading of the group that a row belongs to. Rows of one group follow each other. */
  readonly groupOf?: (row: Row) => string;
  /** Utilities of a card: its padding and the gap between its lines. */
  readonly cardClass?: string;
  /** Utilities of the lines below a card's heading: the gaps between columns. */
  readonly lineClass?: string;
  /** Opens the page of a row that is pressed. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly sorting?: Sorting;
  /** The id of the row whose page stands beside the list, which then shows cards without buttons. */
  readonly beside?: string;
}

/** A column of days, which only the whole table has room for. */
export function dayColumn<Row>(column: Omit<Column<Row>, 'width' | 'inTable'>): Column<Row> {
  return { width: 'w-32', className: 'py-0.5 tabular-nums', inTable: 'wide', ...column };
}

interface LineColumn<Row> extends Omit<Column<Row>, 'cell'> {
  readonly text: (row: Row) => string;
  readonly isQuiet?: boolean;
}

/** A column of texts, of which a row has room for one line. */
export function lineColumn<Row>({ text, isQuiet = false, ...column }: LineColumn<Row>): Column<Row> {
  const className = classes('line-clamp-1 [overflow-wrap:anywhere]', isQuiet && 'text-small text-ink-soft');
  return { ...column, cell: (row) => <span className={className}>{text(row)}</span> };
}

/** The last column of a list: the buttons of each row. */
export function actionsColumn<Row>(label: string, width: string, cell: Column<Row>['cell']): Column<Row> {
  return { id: 'actions', label, width, className: 'py-0.5 pr-1 [&>div]:-ml-3', cell, onCard: 'actions' };
}

const hasOwnColumn = ({ inTable }: Pick<Column<never>, 'inTable'>, breakpoint: Breakpoint): boolean =>
  inTable === undefined || inTable === breakpoint;

/** A table whose columns keep their places from page to page and whose headings stay in sight; on a phone, cards. */
export function List<Row extends { readonly id: string }>(props: ListProps<Row>) {
  const { caption, columns, rows, selecting, sorting, beside, groupOf } = props;
  const { selection: t } = useNamespace('admin');
  const measured = useBreakpoint();
  const breakpoint = beside ? 'cards' : measured;
  const draw = (row: Row) => <ListRow key={row.id} {...props} row={row} breakpoint={breakpoint} />;
  const groups = groupsOf(rows, groupOf);
  if (breakpoint === 'cards')
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the links within
      <ul aria-label={caption} onKeyDown={moveBetweenRows}>
        {groups.map(([heading, members]) => (
          <Fragment key={heading}>
            {heading !== '' && <li className={classes(groupClass, 'border-b border-line')}>{heading}</li>}
            {members.map((row) => draw(row))}
          </Fragment>
        ))}
      </ul>
    );
  const shown = columns.filter((column) => hasOwnColumn(column, breakpoint));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the links within
    <table className="w-full table-fixed border-collapse" onKeyDown={moveBetweenRows}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {selecting && (
            <th scope="col" className={classes(headingClass, 'w-12 pl-1')}>
              <Checkbox
                hideLabel
                label={t.page}
                checked={selecting.selection.isWhole}
                onChange={selecting.selection.setAll}
                className={boxClass}
              />
            </th>
          )}
          {shown.map((column) => (
            <Heading key={column.id} {...column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      {groups.map(([heading, members]) => (
        <tbody key={heading}>
          {heading !== '' && (
            <tr className="border-b border-line">
              <th scope="rowgroup" colSpan={shown.length + (selecting ? 1 : 0)} className={groupClass}>
                {heading}
              </th>
            </tr>
          )}
          {members.map((row) => draw(row))}
        </tbody>
      ))}
    </table>
  );
}

const groupClass = 'bg-surface px-4 py-1 text-left text-small font-semibold';

/** The rows by the heading of their group, in their order; all of them below an empty one where there are no groups. */
function groupsOf<Row>(
  rows: readonly Row[],
  groupOf: ListProps<Row>['groupOf'] = () => '',
): readonly (readonly [heading: string, rows: readonly Row[]])[] {
  return [...Map.groupBy(rows, groupOf)];
}

interface HeadingProps extends Pick<Column<never>, 'label' | 'width' | 'sort'> {
  readonly sorting: Sorting | undefined;
}

/** The heading of a column; a press sorts the rows by it, once more turns them round, and a third gives the list's own order. */
function Heading({ label, width, sort, sorting }: HeadingProps) {
  const className = classes(headingClass, 'px-2 first:pl-4 last:pr-4', width);
  if (!sort || !sorting)
    return (
      <th scope="col" className={classes(className, 'py-1')}>
        {label}
      </th>
    );
  const state = sorting.sort === sort ? 'ascending' : sorting.sort === `-${sort}` ? 'descending' : 'none';
  const { next, icon: Icon } = orders[state];
  return (
    <th scope="col" aria-sort={state} className={className}>
      <button
        type="button"
        onClick={() => sorting.set(next(sort))}
        className="group flex min-h-8 w-full items-center gap-1 rounded-small text-left hover:text-accent"
      >
        {label}
        <Icon
          size={16}
          aria-hidden="true"
          className={classes('shrink-0', state === 'none' && 'opacity-0 group-hover:opacity-100')}
        />
      </button>
    </th>
  );
}

/** The order that a press leads to, and the picture of the present one. */
const orders = {
  none: { next: (sort: string) => sort, icon: ChevronsUpDown },
  ascending: { next: (sort: string) => `-${sort}`, icon: ArrowUp },
  descending: { next: () => '', icon: ArrowDown },
};

const headingClass =
  'sticky top-0 z-10 bg-surface-raised shadow-[inset_0_-2px_0_var(--line)] text-left text-small font-semibold text-ink-soft';
/** A box to tick is as large for a finger as an icon button. */
const boxClass = 'size-11 items-center justify-center';

interface RowProps<Row> extends Omit<ListProps<Row>, 'rows' | 'caption'> {
  readonly row: Row;
  readonly breakpoint: Breakpoint;
}

/** The props that let a press anywhere on a row open its page. */
function openingOf<Row>({ row, onOpen }: Pick<RowProps<Row>, 'row' | 'onOpen'>) {
  if (!onOpen) return { className: '' };
  const onClick = (event: MouseEvent) => {
    if (isRowPress(event)) onOpen(row);
  };
  return { onClick, className: 'cursor-pointer' };
}

function ListRow<Row extends { readonly id: string }>(props: RowProps<Row>) {
  const { row, columns, breakpoint, editing, beside } = props;
  const leave = () => {
    flushSync(() => editing?.held.release(row));
    // The button that began the edit.
    document.querySelector<HTMLElement>(`[data-row="${row.id}"] button`)?.focus();
  };
  const editor = editing?.held.isHeld(row) ? editing.render(row, leave) : null;
  const { className, ...opening } = openingOf(props);
  const shown = columns.filter((column) => hasOwnColumn(column, breakpoint));
  if (breakpoint === 'cards')
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link of the row does the same
      <li
        data-row={row.id}
        {...(!editor && opening)}
        className={classes('border-b border-line', className, beside === row.id && 'bg-accent-soft')}
      >
        {editor ?? <Card {...props} />}
      </li>
    );
  if (editor)
    return (
      <tr className="border-b border-line">
        <td colSpan={shown.length + (props.selecting ? 1 : 0)}>{editor}</td>
      </tr>
    );
  const isTicked = props.selecting?.selection.has(row);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the link of the row does the same
    <tr
      data-row={row.id}
      {...opening}
      className={classes('border-b border-line hover:bg-surface', className, isTicked && 'bg-accent-soft')}
    >
      {props.selecting && (
        <td className="pl-1">
          <Tick row={row} {...props.selecting} />
        </td>
      )}
      {shown.map((column) => {
        const Tag = column.onCard === 'title' ? 'th' : 'td';
        return (
          <Tag
            key={column.id}
            {...(column.onCard === 'title' && { scope: 'row' })}
            className={classes('px-2 text-left font-normal first:pl-4', column.className ?? 'py-0.5')}
          >
            {column.onCard === 'actions' ? (
              <div>{column.cell(row)}</div>
            ) : (
              <Cell {...props} column={column} />
            )}
          </Tag>
        );
      })}
    </tr>
  );
}

interface TickProps<Row> extends NonNullable<ListProps<Row>['selecting']> {
  readonly row: Row;
}

function Tick<Row>({ row, selection, nameOf }: TickProps<Row>) {
  const { selection: t } = useNamespace('admin');
  return (
    <Checkbox
      hideLabel
      label={t.row(nameOf(row))}
      checked={selection.has(row)}
      onChange={() => selection.toggle(row)}
      className={boxClass}
    />
  );
}

/** A cell of the table, with the columns that fold into it at present. */
function Cell<Row>({ row, columns, breakpoint, column }: RowProps<Row> & { readonly column: Column<Row> }) {
  const { id, cell, around: renderAround } = column;
  const folding = columns.filter((each) => each.foldsInto === id && !hasOwnColumn(each, breakpoint));
  const folded = folding.length > 0 && <Elsewhere columns={folding} row={row} />;
  if (renderAround) return renderAround(row, folded);
  return (
    <>
      <div className="contents">{cell(row)}</div>
      {folded}
    </>
  );
}

function Elsewhere<Row>({ columns, row }: Pick<RowProps<Row>, 'columns' | 'row'>) {
  return columns.map(({ id, cell, elsewhere = cell }) => (
    <div key={id} className="contents">
      {elsewhere(row)}
    </div>
  ));
}

function Card<Row>({ row, columns, selecting, beside, cardClass, lineClass }: RowProps<Row>) {
  const title = columns.find(({ onCard }) => onCard === 'title');
  const actions = columns.find(({ onCard }) => onCard === 'actions');
  const lines = [...Map.groupBy(columns, ({ onCard }) => Number(onCard))]
    .filter(([line]) => !Number.isNaN(line))
    .sort(([a], [b]) => a - b);
  return (
    <div className={classes('flex flex-col', cardClass ?? 'gap-0.5 py-1.5 pr-1 pl-3')}>
      <div className="flex items-center justify-between gap-2">
        {selecting && !beside && (
          <div className="-mr-2 -ml-3">
            <Tick row={row} {...selecting} />
          </div>
        )}
        <h3 className="min-w-0 flex-1">{title && (title.elsewhere ?? title.cell)(row)}</h3>
        {actions && !beside && <div>{actions.cell(row)}</div>}
      </div>
      {lines.map(([line, cells]) => (
        <div
          key={line}
          className={classes(
            'not-has-[>:not(:empty)]:hidden',
            cells.length > 1 && 'flex flex-wrap items-center',
            lineClass ?? 'gap-x-4 gap-y-1',
          )}
        >
          <Elsewhere columns={cells} row={row} />
        </div>
      ))}
    </div>
  );
}

/**
 * How a list is shown: cards below 768 px, a table with fewer columns up to 1200 px, where the navigation stands
 * beside it, the whole table above.
 */
type Breakpoint = 'cards' | 'table' | 'wide';

const tableWidth = '(min-width: 48rem)';
const wholeTableWidth = '(min-width: 75rem)';

function subscribe(onChange: () => void): () => void {
  const queries = [tableWidth, wholeTableWidth].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

function measure(): Breakpoint {
  if (window.matchMedia(wholeTableWidth).matches) return 'wide';
  return window.matchMedia(tableWidth).matches ? 'table' : 'cards';
}

/** The breakpoint that a list is drawn for. */
export function useBreakpoint(): Breakpoint {
  return useSyncExternalStore(subscribe, measure);
}
