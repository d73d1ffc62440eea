import { Paperclip, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  lackingKinds,
  type Gap,
  type GridDocument,
  type GridFilter,
  type GridRow,
} from '../../data/documents/documentGrid.ts';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import type { DocumentKind } from '../../data/documents/documents.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../parts/list/List.tsx';
import { useFormat, type Format } from '../parts/useFormat.ts';
import { tones } from './columns.tsx';
import { ownerName } from './names.ts';

export interface GridActions {
  readonly onOpen: (documentId: string) => void;
  readonly onAdd: (gap: Gap) => void;
}

/** Further kinds stand below the subject, where their columns would be too narrow. */
const mostColumns = 7;

/** The columns of the grid: the subject, and one for each kind of its documents. */
export function useGridColumns(
  owner: DocumentOwner,
  kinds: readonly DocumentKind[],
  filter: GridFilter,
  actions: GridActions,
): readonly Column<GridRow>[] {
  const { owners } = useNamespace('documents');
  const own = kinds.filter((kind) => kind.owner === owner);
  const shown = filter.kind ? own.filter(({ id }) => id === filter.kind) : own;
  return [
    {
      id: 'subject',
      label: owners[owner],
      width: owner === 'vehicle' ? 'w-32' : 'w-48',
      cell: ({ name, driver_code: code }) => (
        <span className="block leading-snug font-semibold [overflow-wrap:anywhere]">
          <span>{ownerName(owner, name)}</span>
          {code && <span className="ml-2 font-normal whitespace-nowrap text-ink-soft">{code}</span>}
        </span>
      ),
      onCard: 'title',
    },
    ...shown.map((kind, index): Column<GridRow> => {
      const render = (row: GridRow, label: ReactNode) => (
        <GridCell row={row} kind={kind} kinds={own} filter={filter} label={label} {...actions} />
      );
      return {
        id: kind.id,
        label: kind.name,
        cell: (row) => render(row, null),
        elsewhere: (row) => render(row, kind.name),
        onCard: 1,
        ...(index >= mostColumns && { inTable: 'never', foldsInto: 'subject' }),
      };
    }),
  ];
}

interface GridCellProps extends GridActions {
  readonly row: GridRow;
  readonly kind: DocumentKind;
  /** All kinds of the subject's documents. */
  readonly kinds: readonly DocumentKind[];
  readonly filter: GridFilter;
  /** The kind's name, where no heading says it. */
  readonly label: ReactNode;
}

/**
 * The subject's document of a kind, or the gap where one can be added: as large as a thumb; on a card two stand side by side, the
 * kind above the state.
 */
function GridCell({ row, kind, kinds, filter, label, onOpen, onAdd }: GridCellProps) {
  const t = useNamespace('documents');
  const words = { t, format: useFormat() };
  const document = row.documents.find((each) => each.kind_id === kind.id);
  const isMissing = lackingKinds(row, kinds).some(({ id }) => id === kind.id);
  const gap = !isMissing ? 'none' : row.owner === 'driver' ? 'missingOne' : 'missing';
  const { state, title, className, content } = document
    ? documentCell(document, isMeant(document, filter), words)
    : gapCell(gap, words);
  return (
    <button
      type="button"
      title={title}
      onClick={() => (document ? onOpen(document.id) : onAdd({ subject: row, kindId: kind.id }))}
      className={classes(
        'inline-flex min-h-11 items-center gap-x-1.5 rounded-small px-2 text-left text-small leading-tight font-semibold md:w-full',
        'max-md:w-[calc(50%-0.125rem)] max-md:flex-wrap max-md:content-center max-md:self-stretch max-md:py-1',
        className,
      )}
    >
      {/* For screen readers, instead of the label and the content. */}
      <span className="sr-only">{t.grid.cell(kind.name, ownerName(row.owner, row.name), state)}</span>
      {label && (
        <span aria-hidden="true" className="font-normal max-md:w-full">
          {label}
        </span>
      )}
      <span className="contents">{content}</span>
    </button>
  );
}

/** Whether the filters are about this document, and not only about another one of its owner. */
function isMeant(document: GridDocument, { state, month }: GridFilter): boolean {
  const found = document.waiting ? 'waiting' : document.state;
  return (state === '' || state === found) && (month === '' || document.expires_on.startsWith(month));
}

/** Documents in order stay quiet, so that the others stand out; on a card their shape tells them apart. */
function toneOf({ state, waiting }: GridDocument): string {
  if (state === 'valid' && !waiting) return 'text-success max-md:bg-success-soft';
  return tones[waiting ? 'waiting' : state];
}

interface Words {
  readonly t: ReturnType<typeof useNamespace<'documents'>>;
  readonly format: Format;
}

function documentCell(document: GridDocument, meant: boolean, { t, format }: Words) {
  const { days_left: days, waiting } = document;
  const count = format.count(Math.abs(days));
  const day = format.plainDay(document.expires_on);
  const isValid = document.state === 'valid';
  const short = waiting ? t.states.waiting : isValid ? day : t.grid.left(days, count);
  const state = waiting
    ? t.states.waiting
    : isValid
      ? `${t.states.valid}, ${t.expires} ${day}`
      : t.expiry(days, count);
  const file = document.has_file ? t.withFile : t.withoutFile;
  return {
    state: `${state}, ${file}`,
    title: `${day} · ${file}`,
    className: classes(
      'tabular-nums hover:outline-2 hover:outline-accent',
      meant ? toneOf(document) : 'text-ink-soft',
    ),
    content: (
      <>
        <span aria-hidden="true">{short}</span>
        {document.has_file && <Paperclip size={14} className="ml-auto shrink-0" />}
      </>
    ),
  };
}

/** @param gap `none` where the owner does not need the document */
function gapCell(gap: 'missing' | 'missingOne' | 'none', { t }: Words) {
  const state = t.grid.gaps[gap];
  return {
    state,
    title: t.add,
    className:
      gap === 'none'
        ? 'text-ink-soft hover:bg-accent-soft hover:text-accent'
        : 'border-2 border-dashed border-danger text-danger hover:bg-danger-soft',
    content: (
      <>
        <Plus size={16} className="shrink-0" />
        {gap !== 'none' && (
          <span aria-hidden="true" className="inline-block first-letter:uppercase">
            {state}
          </span>
        )}
      </>
    ),
  };
}
