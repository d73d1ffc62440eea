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
import { useFormat } from '../parts/useFormat.ts';
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
      cell: (row) => <Subject row={row} />,
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

function Subject({ row }: { readonly row: GridRow }) {
  return (
    <span className="block leading-snug font-semibold [overflow-wrap:anywhere]">
      <span>{ownerName(row.owner, row.name)}</span>
      {row.driver_code && (
        <span className="ml-2 font-normal whitespace-nowrap text-ink-soft">{row.driver_code}</span>
      )}
    </span>
  );
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

/** The subject's document of a kind, or the gap where one can be added. */
function GridCell({ row, kind, kinds, filter, label, onOpen, onAdd }: GridCellProps) {
  const { grid: t } = useNamespace('documents');
  const document = row.documents.find((each) => each.kind_id === kind.id);
  const nameOf = (state: string) => t.cell(kind.name, ownerName(row.owner, row.name), state);
  if (document)
    return (
      <DocumentButton
        document={document}
        nameOf={nameOf}
        label={label}
        isMeant={isMeant(document, filter)}
        onPress={() => onOpen(document.id)}
      />
    );
  const isMissing = lackingKinds(row, kinds).some(({ id }) => id === kind.id);
  return (
    <GapButton
      nameOf={nameOf}
      label={label}
      gap={!isMissing ? 'none' : row.owner === 'driver' ? 'missingOne' : 'missing'}
      onPress={() => onAdd({ subject: row, kindId: kind.id })}
    />
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

interface CellButtonProps {
  /** For screen readers, instead of the label and the children. */
  readonly name: string;
  readonly title: string;
  readonly label: ReactNode;
  readonly className: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A cell, as large as a thumb; on a card two stand side by side, the kind above the state. */
function CellButton({ name, title, label, className, onPress, children }: CellButtonProps) {
  return (
    <button
      type="button"
      title={title}
      onClick={onPress}
      className={classes(
        'inline-flex min-h-11 items-center gap-x-1.5 rounded-small px-2 text-left text-small leading-tight font-semibold md:w-full',
        'max-md:w-[calc(50%-0.125rem)] max-md:flex-wrap max-md:content-center max-md:self-stretch max-md:py-1',
        className,
      )}
    >
      <span className="sr-only">{name}</span>
      {label && (
        <span aria-hidden="true" className="font-normal max-md:w-full">
          {label}
        </span>
      )}
      <span className="contents">{children}</span>
    </button>
  );
}

interface DocumentButtonProps {
  readonly document: GridDocument;
  readonly nameOf: (state: string) => string;
  readonly label: ReactNode;
  readonly isMeant: boolean;
  readonly onPress: () => void;
}

function DocumentButton({ document, nameOf, label, isMeant: meant, onPress }: DocumentButtonProps) {
  const t = useNamespace('documents');
  const format = useFormat();
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
  return (
    <CellButton
      name={nameOf(`${state}, ${file}`)}
      title={`${day} · ${file}`}
      label={label}
      className={classes(
        'tabular-nums hover:outline-2 hover:outline-accent',
        meant ? toneOf(document) : 'text-ink-soft',
      )}
      onPress={onPress}
    >
      <span aria-hidden="true">{short}</span>
      {document.has_file && <Paperclip size={14} className="ml-auto shrink-0" />}
    </CellButton>
  );
}

interface GapButtonProps {
  readonly nameOf: (state: string) => string;
  readonly label: ReactNode;
  /** `none` where the owner does not need the document. */
  readonly gap: 'missing' | 'missingOne' | 'none';
  readonly onPress: () => void;
}

function GapButton({ nameOf, label, gap, onPress }: GapButtonProps) {
  const { add, grid: t } = useNamespace('documents');
  return (
    <CellButton
      name={nameOf(t.gaps[gap])}
      title={add}
      label={label}
      className={
        gap === 'none'
          ? 'text-ink-soft hover:bg-accent-soft hover:text-accent'
          : 'border-2 border-dashed border-danger text-danger hover:bg-danger-soft'
      }
      onPress={onPress}
    >
      <Plus size={16} className="shrink-0" />
      {gap !== 'none' && (
        <span aria-hidden="true" className="inline-block first-letter:uppercase">
          {t.gaps[gap]}
        </span>
      )}
    </CellButton>
  );
}
