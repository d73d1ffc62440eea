import { BadgeCheck, FilePlus, FileText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { deleteDocument, listDocumentsPage, verifyDocument } from '../../data/documents/documentRecords.ts';
import type { Gap, GridFilter } from '../../data/documents/documentGrid.ts';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import { documentStates, type FleetDocument } from '../../data/documents/documents.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { DeleteDialog } from '../parts/dialogs.tsx';
import { ManyButton } from '../parts/list/ManyButton.tsx';
import { readListFilter, type Filter } from '../parts/list/filter.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { PrimaryAct } from '../parts/list/Toolbar.tsx';
import { useList } from '../parts/list/useList.tsx';
import { MailNote } from '../parts/MailNote.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { Selection } from '../parts/list/useSelection.ts';
import { useDocumentColumns, loadDocumentColumns } from './columns.tsx';
import { DocumentDialog } from './DocumentDialog.tsx';
import { DocumentFilters } from './DocumentFilters.tsx';
import { DocumentGrid } from './DocumentGrid.tsx';
import { DocumentImport } from './DocumentImport.tsx';
import { ImportButton, RulesLink } from './SectionActions.tsx';
import { SubjectNotice } from './SubjectNotice.tsx';
import { documentName, ownerName } from './names.ts';

type Open =
  | { readonly dialog: 'add'; readonly gap: Gap | null; readonly said?: string }
  | { readonly dialog: 'file' }
  | { readonly dialog: 'edit' | 'delete'; readonly document: FleetDocument }
  | null;

/** The grid is the one that the address does not name. */
const views = ['grid', 'list'] as const;

/** `missing` is a state of the grid only. */
const filterKinds = {
  state: [...documentStates, 'waiting', 'missing'],
  owner: ['driver', 'vehicle'],
  kind: 'id',
  month: 'month',
  subject: 'id',
} as const;

/** Documents of drivers and vehicles: grid with the missing ones, list, editing, verification, files. */
export default function DocumentsSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const t = useNamespace('documents');
  const filter = readListFilter(location, filterKinds);
  const [open, setOpen] = useState<Open>(null);
  const view = location.filter('view') === 'list' ? 'list' : 'grid';
  const close = () => setOpen(null);
  const finish = (message: string) => {
    close();
    onDone(message);
  };
  const renderFilters = (gridOwner: DocumentOwner | null) => (
    <DocumentFilters filter={filter} gridOwner={gridOwner} />
  );
  const add = (gap: Gap | null, said?: string) =>
    setOpen({ dialog: 'add', gap, ...(said !== undefined && { said }) });
  const shared = {
    primary: { label: t.add, icon: FilePlus, onPress: () => add(null) },
    actions: <ImportButton onPress={() => setOpen({ dialog: 'file' })} />,
    filter,
    location,
  };
  return (
    <Tabs
      name="documents"
      label={t.views.label}
      variant="panel"
      tabs={views.map((id) => ({ id, label: t.views[id] }))}
      selected={view}
      onSelect={(id) => location.setFilters({ view: id === 'list' ? id : '' })}
      beside={<RulesLink />}
      panelClass="flex flex-col gap-2 pt-2 md:gap-2.5"
    >
      {view === 'list' ? (
        <DocumentList
          {...shared}
          filters={renderFilters(null)}
          hidden={hidden}
          onDone={onDone}
          onOpen={(dialog, document) => setOpen({ dialog, document })}
        />
      ) : (
        <DocumentGrid
          {...shared}
          renderFilters={renderFilters}
          onOpen={(document) => setOpen({ dialog: 'edit', document })}
          onAdd={add}
        />
      )}
      <MailNote>{t.mailStored}</MailNote>
      <OpenDialog open={open} onDone={finish} onNext={add} onRemove={onRemove} onClose={close} />
    </Tabs>
  );
}

interface DocumentListProps extends Pick<SectionProps, 'location' | 'hidden' | 'onDone'> {
  readonly primary: PrimaryAct;
  readonly actions: ReactNode;
  readonly filters: ReactNode;
  readonly filter: Filter<GridFilter>;
  readonly onOpen: (dialog: 'edit' | 'delete', document: FleetDocument) => void;
}

/** The documents by the day they expire. */
function DocumentList(props: DocumentListProps) {
  const { location, hidden, onDone, onOpen, ...frame } = props;
  const t = useNamespace('documents');
  const { frame: list, listing } = useList(
    { location, hidden, onDone },
    {
      name: 'documents',
      words: t,
      icon: FileText,
      filters: filterKinds,
      sorts: sortedColumns.document_list,
      // The list has no missing documents: the grid has.
      load: ({ state, ...wanted }, page, signal) =>
        listDocumentsPage({ ...wanted, state: state === 'missing' ? '' : state }, page, signal),
      loadColumns: loadDocumentColumns,
    },
  );
  const columns = useDocumentColumns({ onDone, onOpen });
  const [only] = listing.rows ?? [];
  return (
    <ListFrame
      {...list}
      {...frame}
      below={
        frame.filter.values.subject && <SubjectNotice name={only && ownerName(only)} location={location} />
      }
      list={{ columns }}
      selecting={{
        nameOf: documentName,
        renderActions: (selection) => <VerifyButton selection={selection} onDone={onDone} />,
      }}
    />
  );
}

interface VerifyButtonProps extends Pick<SectionProps, 'onDone'> {
  readonly selection: Selection<FleetDocument>;
}

/** Verifies the ticked documents. */
function VerifyButton({ selection, onDone }: VerifyButtonProps) {
  const t = useNamespace('documents');
  const format = useFormat();
  return (
    <ManyButton
      selection={selection}
      isFor={({ verified_at: verified }) => verified === null}
      change={verifyDocument}
      nameOf={documentName}
      describe={({ length }) => t.verifiedMany(length, format.count(length))}
      icon={<BadgeCheck size={20} />}
      onDone={onDone}
    >
      {t.verify}
    </ManyButton>
  );
}

interface OpenDialogProps extends Pick<SectionProps, 'onDone' | 'onRemove'> {
  readonly open: Open;
  readonly onNext: (gap: Gap, message: string) => void;
  readonly onClose: () => void;
}

function OpenDialog({ open, onDone, onNext, onRemove, onClose }: OpenDialogProps) {
  const leaving = { onDone, onNext, onClose };
  switch (open?.dialog) {
    case undefined:
      return null;
    case 'file':
      return <DocumentImport onSaved={onDone} onClose={onClose} />;
    case 'delete':
      return <DeleteDocumentDialog document={open.document} onRemove={onRemove} onClose={onClose} />;
    case 'edit':
      return <DocumentDialog document={open.document} gap={null} {...leaving} />;
    case 'add': {
      const key = open.gap && `${open.gap.subject.id} ${open.gap.kindId}`;
      return <DocumentDialog key={key} document={null} gap={open.gap} said={open.said} {...leaving} />;
    }
  }
}

interface DeleteDocumentDialogProps extends Pick<SectionProps, 'onRemove'> {
  readonly document: FleetDocument;
  readonly onClose: () => void;
}

/** Deletes a document, or rejects one that waits to be verified. */
function DeleteDocumentDialog({ document, onRemove, onClose }: DeleteDocumentDialogProps) {
  const t = useNamespace('documents');
  const name = documentName(document);
  const isWaiting = document.verified_at === null;
  const { title, question, text } = isWaiting ? t.rejection : t.deletion;
  return (
    <DeleteDialog
      title={title}
      question={question(name)}
      intro={isWaiting || document.file ? text : undefined}
      action={isWaiting ? t.rejection.action : undefined}
      removal={{
        id: document.id,
        announcement: isWaiting ? t.rejection.running(name) : t.deleting(name),
        done: isWaiting ? t.rejection.done(name) : t.deleted(name),
        run: () => deleteDocument(document),
      }}
      onRemove={onRemove}
      onClose={onClose}
    />
  );
}
