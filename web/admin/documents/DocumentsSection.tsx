import { BadgeCheck, FilePlus, FileText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  deleteDocument,
  listDocumentsPage,
  verifyDocument,
  type DocumentFilter,
} from '../../data/documents/documentRecords.ts';
import type { Gap, GridFilter } from '../../data/documents/documentGrid.ts';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import { documentStates, type FleetDocument } from '../../data/documents/documents.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DeleteDialog } from '../parts/dialogs.tsx';
import { ExportButton } from '../parts/files/ExportButton.tsx';
import { ManyButton } from '../parts/list/ManyButton.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { MailNote } from '../parts/MailNote.tsx';
import type { SectionProps, ListLocation } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { Selection } from '../parts/list/useSelection.ts';
import { useListing } from '../parts/list/useListing.ts';
import { useDocumentColumns } from './columns.tsx';
import { DocumentDialog } from './DocumentDialog.tsx';
import { DocumentFilters } from './DocumentFilters.tsx';
import { DocumentGrid } from './DocumentGrid.tsx';
import { DocumentImport } from './DocumentImport.tsx';
import { RulesDialog } from './RulesDialog.tsx';
import { loadDocumentColumns } from './documentFile.ts';
import { isList, SectionActions } from './SectionActions.tsx';
import { SubjectNotice } from './SubjectNotice.tsx';
import { documentName, ownerName } from './names.ts';

type Open =
  | { readonly dialog: 'add'; readonly gap: Gap | null; readonly said?: string }
  | { readonly dialog: 'rules' | 'file' }
  | { readonly dialog: 'edit' | 'delete'; readonly document: FleetDocument }
  | null;

/** As the address has them. `missing` is a state of the grid only. */
function readFilter({ search, filter }: ListLocation): GridFilter {
  const [state, owner] = [filter('state'), filter('owner')];
  const id = (name: string) => (/^[0-9a-f-]{36}$/.test(filter(name)) ? filter(name) : '');
  return {
    search,
    state: [...documentStates, 'waiting' as const, 'missing' as const].find((each) => each === state) ?? '',
    owner: (['driver', 'vehicle'] as const).find((each) => each === owner) ?? '',
    kind: id('kind'),
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(filter('month')) ? filter('month') : '',
    subject: id('subject'),
  };
}

/** Documents of drivers and vehicles: grid with the missing ones, list, editing, verification, files. */
export default function DocumentsSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const t = useNamespace('documents');
  const filter = readFilter(location);
  const { search: _, ...narrowing } = filter;
  const narrowed = Object.values(narrowing).some(Boolean);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const finish = (message: string) => {
    close();
    onDone(message);
  };
  const renderFilters = (gridOwner: DocumentOwner | null) => (
    <DocumentFilters filter={narrowing} gridOwner={gridOwner} onChange={location.setFilters} />
  );
  const shared = {
    primary: {
      label: t.add,
      icon: <FilePlus size={20} />,
      onPress: () => setOpen({ dialog: 'add', gap: null }),
    },
    actions: <SectionActions location={location} onOpen={(dialog) => setOpen({ dialog })} />,
    narrowed,
    nothing: <Nothing narrowed={narrowed} location={location} />,
  };
  return (
    <>
      {isList(location) ? (
        <DocumentList
          {...shared}
          filters={renderFilters(null)}
          filter={filter}
          location={location}
          hidden={hidden}
          onDone={onDone}
          onOpen={(dialog, document) => setOpen({ dialog, document })}
        />
      ) : (
        <DocumentGrid
          {...shared}
          renderFilters={renderFilters}
          filter={filter}
          location={location}
          onOpen={(document) => setOpen({ dialog: 'edit', document })}
          onAdd={(gap) => setOpen({ dialog: 'add', gap })}
        />
      )}
      <MailNote>{t.mailStored}</MailNote>
      <OpenDialog
        open={open}
        onDone={finish}
        onNext={(gap, said) => setOpen({ dialog: 'add', gap, said })}
        onRemove={onRemove}
        onClose={close}
      />
    </>
  );
}

interface DocumentListProps extends Pick<SectionProps, 'location' | 'hidden' | 'onDone'> {
  readonly primary: { readonly label: string; readonly icon: ReactNode; readonly onPress: () => void };
  readonly actions: ReactNode;
  readonly filters: ReactNode;
  readonly filter: GridFilter;
  readonly narrowed: boolean;
  readonly nothing: ReactNode;
  readonly onOpen: (dialog: 'edit' | 'delete', document: FleetDocument) => void;
}

/** The documents by the day they expire. */
function DocumentList(props: DocumentListProps) {
  const { location, hidden, nothing, onDone, onOpen, filter: shown, ...frame } = props;
  const t = useNamespace('documents');
  const { documents: name } = useNamespace('admin');
  const filter: DocumentFilter = { ...shown, state: shown.state === 'missing' ? '' : shown.state };
  const { page } = location;
  const listing = useListing({ name: 'documents', filter, page, load: listDocumentsPage, hidden });
  const columns = useDocumentColumns({ onDone, onOpen });
  const [only] = listing.rows ?? [];
  return (
    <ListFrame
      {...frame}
      listing={listing}
      location={location}
      searchLabel={t.search}
      below={filter.subject && <SubjectNotice name={only && ownerName(only)} location={location} />}
      exporting={{ file: { name, loadColumns: loadDocumentColumns }, onDone }}
      empty={nothing}
      list={{ caption: t.caption, columns }}
      selecting={{
        nameOf: documentName,
        renderActions: (selection) => <DocumentSelection selection={selection} onDone={onDone} />,
      }}
    />
  );
}

interface DocumentSelectionProps extends Pick<SectionProps, 'onDone'> {
  readonly selection: Selection<FleetDocument>;
}

/** Actions on the ticked documents. */
function DocumentSelection({ selection, onDone }: DocumentSelectionProps) {
  const names = useNamespace('admin');
  const t = useNamespace('documents');
  const format = useFormat();
  return (
    <>
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
      <ExportButton
        selection={selection}
        file={{ name: names.documents, loadColumns: loadDocumentColumns }}
        onDone={onDone}
      />
    </>
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
    case 'rules':
      return <RulesDialog onClose={onClose} />;
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

function Nothing({ narrowed, location }: { readonly narrowed: boolean; readonly location: ListLocation }) {
  const t = useNamespace('documents');
  const clear = (
    <Button
      size="compact"
      variant="secondary"
      onClick={() => location.setFilters({ state: '', kind: '', owner: '', month: '', subject: '' })}
    >
      {t.clearFilters}
    </Button>
  );
  if (narrowed) return <EmptyState title={t.nothing} icon={<FileText size={44} />} action={clear} />;
  return (
    <EmptyState title={t.empty} icon={<FileText size={44} />}>
      {t.emptyHint}
    </EmptyState>
  );
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
