import { Paperclip, Pencil, Trash2, X } from 'lucide-react';
import { verifyDocument } from '../../data/documents/documentRecords.ts';
import type { FleetDocument, DocumentState } from '../../data/documents/documents.ts';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { actionsColumn, type Column } from '../parts/list/List.tsx';
import { Badge, ChangeButton } from '../parts/list/cells.tsx';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { RowButtons, type RecordAct } from '../parts/record/acts.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { ownerName, documentName } from './names.ts';
import { csvFlag } from '../../util/csvText.ts';
import type { FileCells } from '../parts/files/exportFile.ts';
import { documentCells } from './planDocuments.ts';
import { useMay } from '../parts/useMay.ts';

export const isWaiting = ({ verified_at: verified }: FleetDocument) => verified === null;
const shownState = (document: FleetDocument) => (isWaiting(document) ? 'waiting' : document.state);

export interface DocumentActions {
  /** Announces that a document was verified. */
  readonly onDone: (message: string) => void;
  readonly onOpen: (dialog: 'edit' | 'delete', document: FleetDocument) => void;
}

/** The columns of the documents: kind, owner, day of expiry, state, actions. */
export function useDocumentColumns({ onDone, onOpen }: DocumentActions): readonly Column<FleetDocument>[] {
  const { actions } = useNamespace('admin');
  const t = useNamespace('documents');
  const { plainDay } = useFormat();
  const acts = useRowActs(onOpen);
  return [
    {
      id: 'document',
      sort: 'kind',
      label: t.document,
      cell: ({ kind }) => <span className="leading-snug font-semibold [overflow-wrap:anywhere]">{kind}</span>,
      elsewhere: (document) => <CardTitle document={document} />,
      onCard: 'title',
      file: useDocumentFile(),
    },
    {
      id: 'owner',
      sort: 'owner_name',
      label: t.ownerOf,
      className: 'py-0.5 [overflow-wrap:anywhere]',
      cell: ({ owner, owner_name: name }) => ownerName(owner, name),
    },
    {
      id: 'details',
      label: t.document,
      cell: (document) => <Details document={document} />,
      inTable: 'never',
      foldsInto: 'document',
      onCard: 1,
    },
    {
      id: 'expires',
      sort: 'expires_on',
      label: t.expires,
      width: 'w-60 xl:w-36',
      className: 'py-0.5 tabular-nums',
      cell: (document) => plainDay(document.expires_on),
      around: (document, folded) => (
        <>
          <span>{plainDay(document.expires_on)}</span>
          {folded && <div className="mt-1">{folded}</div>}
        </>
      ),
      elsewhere: (document) => <Expiry document={document} />,
      onCard: 2,
    },
    {
      id: 'state',
      label: t.state,
      width: 'w-74',
      cell: (document) => <StateBadges document={document} onDone={onDone} />,
      inTable: 'wide',
      foldsInto: 'expires',
      onCard: 2,
    },
    actionsColumn(actions, 'w-28', (document) => <RowButtons row={document} acts={acts} />),
  ];
}

function Expiry({ document }: { readonly document: FleetDocument }) {
  const t = useNamespace('documents');
  const { plainDay } = useFormat();
  return (
    <p className="text-small text-ink-soft tabular-nums">
      {t.expires} {plainDay(document.expires_on)}
    </p>
  );
}

/** A file of documents. An import passes over the last three cells. */
function useDocumentFile(): FileCells<FleetDocument> {
  const { states } = useSpanishNamespace('documents');
  return {
    ...documentCells,
    crítico: ({ critical }) => csvFlag(critical),
    estado: (document) => states[shownState(document)],
    archivo: ({ file }) => csvFlag(file !== null),
  };
}

/** The colours of each state. */
export const tones: Readonly<Record<DocumentState | 'waiting', string>> = {
  expired: 'bg-danger-soft text-danger',
  within_7: 'bg-danger-soft text-danger',
  within_14: 'bg-accent-soft text-accent',
  within_30: 'bg-accent-soft text-accent',
  valid: 'bg-success-soft text-success',
  waiting: 'bg-accent-soft text-accent',
};

/** Kind and owner. */
function CardTitle({ document }: { readonly document: FleetDocument }) {
  return (
    <span className="block leading-snug [overflow-wrap:anywhere]">
      <span className="block font-semibold">{document.kind}</span>
      {ownerName(document.owner, document.owner_name)}
    </span>
  );
}

/** The acts that stand in a document's row; one that waits to be verified is rejected instead of deleted. */
function useRowActs(onOpen: DocumentActions['onOpen']): readonly RecordAct<FleetDocument>[] {
  const t = useNamespace('documents');
  const mayDelete = useMay('delete');
  const remove = { isDangerous: true, run: (document: FleetDocument) => onOpen('delete', document) };
  return [
    {
      id: 'edit',
      title: t.form.editTitle,
      icon: Pencil,
      label: (document) => t.edit(documentName(document)),
      run: (document) => onOpen('edit', document),
    },
    {
      ...remove,
      id: 'reject',
      title: t.rejection.title,
      icon: X,
      isFor: isWaiting,
      label: (document) => t.rejection.of(documentName(document)),
    },
    {
      ...remove,
      id: 'delete',
      title: t.deletion.title,
      icon: Trash2,
      isFor: (document) => mayDelete && !isWaiting(document),
      label: (document) => t.delete(documentName(document)),
    },
  ];
}

/** Number, weight and file. */
function Details({ document }: { readonly document: FleetDocument }) {
  const t = useNamespace('documents');
  const hasFile = document.file !== null;
  const file = hasFile ? t.withFile : t.withoutFile;
  const details = [document.number, document.critical && t.critical, file].filter(Boolean).join(' · ');
  return (
    <span className="block text-small leading-snug text-ink-soft [overflow-wrap:anywhere]">
      {hasFile && <Paperclip size={15} aria-hidden="true" className="mr-1 mb-0.5 inline" />}
      <span>{details}</span>
    </span>
  );
}

/** Verifies new documents, one or those that are ticked. */
export function useVerifyAct() {
  const t = useNamespace('documents');
  return {
    ...useNamedActs('documents').verify,
    isFor: isWaiting,
    many: 'too',
    change: async (document) => {
      await verifyDocument(document);
      return { one: t.verified(documentName(document)), many: t.verifiedMany };
    },
  } satisfies RecordAct<FleetDocument>;
}

interface StateBadgesProps extends Pick<DocumentActions, 'onDone'> {
  readonly document: FleetDocument;
}

/** The state in words, until when an expired document is allowed, and the button that verifies a new one. */
export function StateBadges({ document, onDone }: StateBadgesProps) {
  const t = useNamespace('documents');
  const format = useFormat();
  const verify = useVerifyAct();
  const state = shownState(document);
  return (
    <span className="flex flex-wrap items-center gap-2">
      {/* A phone has the button, which says the same. */}
      <span className={state === 'waiting' ? 'max-md:hidden' : ''}>
        <Badge tone={tones[state]}>
          {state === 'waiting' || state === 'valid'
            ? t.states[state]
            : t.expiry(document.days_left, format.count(Math.abs(document.days_left)))}
        </Badge>
      </span>
      {document.override_until !== null && (
        <Badge tone="bg-accent-soft text-accent">
          {t.overridden(format.plainDay(document.override_until))}
        </Badge>
      )}
      {state === 'waiting' && (
        <ChangeButton
          variant="secondary"
          icon={<verify.icon size={20} />}
          aria-label={t.verifyDocument(documentName(document))}
          change={() => verify.change(document)}
          onDone={({ one }) => onDone(one)}
        >
          {verify.title}
        </ChangeButton>
      )}
    </span>
  );
}
