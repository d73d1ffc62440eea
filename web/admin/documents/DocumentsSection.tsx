import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { deleteDocument, getDocument, listDocumentsPage } from '../../data/documents/documentRecords.ts';
import { type Gap, importDocuments } from '../../data/documents/documentGrid.ts';
import { documentStates, type FleetDocument } from '../../data/documents/documents.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { DataError } from '../../data/errors.ts';
import { useDescribeError } from '../../i18n/describeError.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ImportButton } from '../parts/files/ImportButton.tsx';
import { DeleteDialog } from '../parts/dialogs.tsx';
import { readListFilter } from '../parts/list/filter.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import { MailNote } from '../parts/MailNote.tsx';
import { sectionAddress, useOpenedRow, type SectionProps } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import { useDocumentColumns, useVerifyAct } from './columns.tsx';
import { DocumentDialog } from './DocumentDialog.tsx';
import { DocumentFilters, useKinds, SubjectChip } from './DocumentFilters.tsx';
import { DocumentGrid, type DocumentViewProps } from './DocumentGrid.tsx';
import { SmallLink } from '../parts/SmallButton.tsx';
import { documentName, ownerName } from './names.ts';
import { ImportDialog, type ImportOutcome } from '../parts/files/ImportDialog.tsx';
import { recordImport } from '../parts/files/planRecords.ts';
import { documentFile } from './planDocuments.ts';

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
export default function DocumentsSection(props: SectionProps) {
  const { location, hidden, onDone } = props;
  const t = useNamespace('documents');
  const named = useNamedActs('documents');
  const { documentRules } = useNamespace('admin');
  const filter = readListFilter(location, filterKinds);
  const [begun, setBegun] = useState<BegunDocument>({ gap: null });
  const { document, errorText, open } = useOpenedDocument(location);
  const view = location.filter('view') === 'list' ? 'list' : 'grid';
  const add = (gap: Gap | null, said?: string) => {
    setBegun({ gap, said });
    if (location.act !== 'new') location.open({ act: 'new' });
  };
  const shared = {
    primary: { ...named.new, onPress: () => add(null) },
    actions: <ImportButton act={named.import} iconOnly="computer" />,
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
      beside={<SmallLink href={sectionAddress('documentRules', {})}>{documentRules}</SmallLink>}
      panelClass="flex flex-col gap-2 pt-2 md:gap-2.5"
    >
      {errorText && <Notice tone="error">{errorText}</Notice>}
      {view === 'list' ? (
        <DocumentList
          {...shared}
          hidden={hidden}
          onDone={onDone}
          onOpen={(act, row) => open(row.id, act, row)}
        />
      ) : (
        <DocumentGrid {...shared} onOpen={(id) => open(id, 'edit')} onAdd={add} />
      )}
      <MailNote>{t.mailStored}</MailNote>
      <ActDialog {...props} document={document} begun={begun} onNext={add} />
    </Tabs>
  );
}

/** A new document: what is missing, and what was saved before it. */
interface BegunDocument {
  readonly gap: Gap | null;
  readonly said?: string | undefined;
}

/** The document that the address names, as it was when it was opened, or why it could not be read. */
function useOpenedDocument(location: SectionProps['location']) {
  const { record } = location;
  const client = useQueryClient();
  const keyOf = (id: string) => [adminKey, 'document', id];
  const { data, error } = useQuery({
    queryKey: keyOf(record),
    queryFn: () => getDocument(record),
    enabled: record !== '',
  });
  const describeError = useDescribeError();
  const gone = record !== '' && data === null ? new DataError('not_found', '') : null;
  const failure = error ?? gone;
  return {
    document: useOpenedRow(location, data ? [data] : undefined),
    errorText: failure && describeError(failure),
    /** @param known the document, if the list has it */
    open: (id: string, act: string, known?: FleetDocument) => {
      client.setQueryData(keyOf(id), known);
      location.open({ record: id, act });
    },
  };
}

interface DocumentListProps extends DocumentViewProps, Pick<SectionProps, 'hidden' | 'onDone'> {
  readonly onOpen: (act: 'edit' | 'delete', document: FleetDocument) => void;
}

/** The documents by the day they expire. */
function DocumentList(props: DocumentListProps) {
  const { location, hidden, onDone, onOpen, ...frame } = props;
  const t = useNamespace('documents');
  const { frame: list, listing } = useList(
    { location, hidden },
    {
      name: 'documents',
      words: t,
      icon: FileText,
      filters: filterKinds,
      sorts: sortedColumns.document_list,
      // The list has no missing documents: the grid has.
      load: ({ state, ...wanted }, page, signal) =>
        listDocumentsPage({ ...wanted, state: state === 'missing' ? '' : state }, page, signal),
    },
  );
  const columns = useDocumentColumns({ onDone, onOpen });
  const [only] = listing.rows ?? [];
  return (
    <ListFrame
      {...list}
      {...frame}
      filters={<DocumentFilters filter={frame.filter} gridOwner={null} />}
      below={
        frame.filter.values.subject && (
          <SubjectChip name={only && ownerName(only.owner, only.owner_name)} onShowAll={frame.filter.set} />
        )
      }
      list={{ columns }}
      selecting={{ nameOf: documentName, acts: [useVerifyAct()] }}
    />
  );
}

interface ActDialogProps extends Pick<SectionProps, 'location' | 'onDone' | 'onRemove'> {
  readonly document: FleetDocument | undefined;
  readonly begun: BegunDocument;
  readonly onNext: (gap: Gap, message: string) => void;
}

/** The dialog of the act that the address names. */
function ActDialog({ location, document, begun, onDone, onNext, onRemove }: ActDialogProps) {
  const { act, close } = location;
  const finish = (message: string) => {
    close();
    onDone(message);
  };
  const leaving = { onDone: finish, onNext, onClose: close };
  if (act === 'import') return <DocumentImport onSaved={finish} onClose={close} />;
  if (act === 'new') {
    const key = begun.gap && `${begun.gap.subject.id} ${begun.gap.kindId}`;
    return <DocumentDialog key={key} document={null} {...begun} {...leaving} />;
  }
  if (!document) return null;
  if (act === 'edit') return <DocumentDialog document={document} gap={null} {...leaving} />;
  return act === 'delete' && <DeleteDocumentDialog document={document} onRemove={onRemove} onClose={close} />;
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

/** Adds and renews the documents of a file. */
function DocumentImport(outcome: ImportOutcome) {
  const { file } = useNamespace('documents');
  const given = { ...recordImport(documentFile(useKinds())), save: importDocuments };
  return <ImportDialog {...given} {...outcome} words={file} fields={file.fields} />;
}
