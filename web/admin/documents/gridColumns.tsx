import { Paperclip, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
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

export interface GridActions {
  readonly onOpen: (documentId: string) => void;
  readonly onAdd: (gap: Gap) => void;
}

/** The subject as shown: the plate in pairs, or the driver's name. */
export function subjectName({ owner, name }: Pick<GridRow, 'owner' | 'name'>): string {
  return owner === 'vehicle' ? plateInPairs(name) : name;
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
        className: 'py-0',
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
      {subjectName(row)}
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

/** The subject's document of a kind, or the gap where it is missing. */
function GridCell({ row, kind, kinds, filter, label, onOpen, onAdd }: GridCellProps) {
  const t = useNamespace('documentBulk');
  const document = row.documents.find((each) => each.kind_id === kind.id);
  if (document)
    return (
      <DocumentButton
        document={document}
        name={`${kind.name}, ${subjectName(row)}`}
        label={label}
        isMeant={isMeant(document, filter)}
        onPress={() => onOpen(document.id)}
      />
    );
  return (
    <GapButton
      name={`${kind.name}, ${subjectName(row)}`}
      label={label}
      isMissing={lackingKinds(row, kinds).some(({ id }) => id === kind.id)}
      missing={row.owner === 'driver' ? t.missingOne : t.missing}
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

const buttonClass =
  'inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-small px-2 text-left text-small leading-tight font-semibold md:min-h-11 md:w-full';

interface DocumentButtonProps {
  readonly document: GridDocument;
  readonly name: string;
  readonly label: ReactNode;
  readonly isMeant: boolean;
  readonly onPress: () => void;
}

function DocumentButton({ document, name, label, isMeant: meant, onPress }: DocumentButtonProps) {
  const t = useNamespace('documents');
  const bulk = useNamespace('documentBulk');
  const format = useFormat();
  const { days_left: days, waiting } = document;
  const count = format.count(Math.abs(days));
  const day = format.plainDay(document.expires_on);
  const isValid = document.state === 'valid';
  const short = waiting ? t.states.waiting : isValid ? day : bulk.left(days, count);
  const state = waiting
    ? t.states.waiting
    : isValid
      ? `${t.states.valid}, ${t.expires} ${day}`
      : t.expiry(days, count);
  const file = document.has_file ? t.withFile : t.withoutFile;
  return (
    <button
      type="button"
      title={`${day} · ${file}`}
      onClick={onPress}
      className={classes(
        buttonClass,
        'tabular-nums hover:outline-2 hover:outline-accent',
        meant ? toneOf(document) : 'text-ink-soft',
      )}
    >
      <span className="sr-only">{bulk.open(name, `${state}, ${file}`)}</span>
      {label && (
        <span aria-hidden="true" className="font-normal">
          {label}
        </span>
      )}
      {(!label || !isValid || waiting) && <span aria-hidden="true">{short}</span>}
      {document.has_file && <Paperclip size={14} className="ml-auto shrink-0" />}
    </button>
  );
}

interface GapButtonProps {
  readonly name: string;
  readonly label: ReactNode;
  /** The owner needs the document. */
  readonly isMissing: boolean;
  /** Says that it is missing. */
  readonly missing: string;
  readonly onPress: () => void;
}

function GapButton({ name, label, isMissing, missing, onPress }: GapButtonProps) {
  const t = useNamespace('documentBulk');
  const does = isMissing ? t.addMissing(name) : t.addOther(name);
  return (
    <button
      type="button"
      title={does}
      onClick={onPress}
      className={classes(
        buttonClass,
        isMissing
          ? 'border-2 border-dashed border-danger text-danger hover:bg-danger-soft'
          : 'font-normal text-ink-soft hover:bg-accent-soft hover:text-accent',
      )}
    >
      <Plus size={16} className="shrink-0" />
      <span className="sr-only">{does}</span>
      {label && (
        <span aria-hidden="true" className="font-normal">
          {label}
        </span>
      )}
      {isMissing && <span aria-hidden="true">{missing}</span>}
    </button>
  );
}
