import { BadgeCheck, CalendarDays, FilePlus, FileText, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { readParts } from '../../data/admin/page.ts';
import {
  deleteDocument,
  listDocumentsPage,
  verifyDocument,
  type DocumentFilter,
} from '../../data/fleet/documentAdmin.ts';
import { documentStates, type FleetDocument } from '../../data/fleet/documents.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { DeleteDialog } from '../parts/dialogs.tsx';
import { ExportButton } from '../parts/ExportButton.tsx';
import { ManyButton } from '../parts/ManyButton.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import { MailNote } from '../parts/MailNote.tsx';
import type { SectionProps, ListLocation } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { Selection } from '../parts/useSelection.ts';
import { useListing } from '../parts/useListing.ts';
import { useDocumentColumns } from './columns.tsx';
import { DocumentCalendar } from './DocumentCalendar.tsx';
import { DocumentDialog } from './DocumentDialog.tsx';
import { DocumentFilters } from './DocumentFilters.tsx';
import { RulesDialog } from './RulesDialog.tsx';
import { loadDocumentColumns } from './documentFile.ts';
import { documentName } from './words.ts';

type Open =
  | { readonly dialog: 'add' | 'rules' }
  | { readonly dialog: 'edit' | 'delete'; readonly document: FleetDocument }
  | null;

function readFilter({ search, filter }: ListLocation): DocumentFilter {
  const [state, owner] = [filter('state'), filter('owner')];
  return {
    search,
    state: [...documentStates, 'waiting' as const].find((each) => each === state) ?? '',
    owner: (['driver', 'vehicle'] as const).find((each) => each === owner) ?? '',
    kind: /^[0-9a-f-]{36}$/.test(filter('kind')) ? filter('kind') : '',
    day: /^\d{4}-\d\d-\d\d$/.test(filter('day')) ? filter('day') : '',
  };
}

/** Documents of drivers and vehicles, by the day they expire: list, calendar, editing, verification. */
export default function DocumentsSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const t = useNamespace('documents');
  const { documents: name } = useNamespace('admin');
  const filter = readFilter(location);
  const { search: _, ...narrowing } = filter;
  const narrowed = Object.values(narrowing).some(Boolean);
  const { page } = location;
  const listing = useListing({ name: 'documents', filter, page, load: listDocumentsPage, hidden });
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const columns = useDocumentColumns({
    onDone,
    onOpen: (dialog, document) => setOpen({ dialog, document }),
  });
  const finish = (message: string) => {
    close();
    onDone(message);
  };
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        searchLabel={t.search}
        primary={{ label: t.add, icon: <FilePlus size={20} />, onPress: () => setOpen({ dialog: 'add' }) }}
        actions={<Actions location={location} onRules={() => setOpen({ dialog: 'rules' })} />}
        filters={<DocumentFilters filter={filter} onChange={location.setFilters} />}
        below={
          location.filter('view') === 'calendar' && (
            <DocumentCalendar day={filter.day} onDay={(day) => location.setFilters({ day })} />
          )
        }
        narrowed={narrowed}
        exporting={{
          file: { name, loadColumns: loadDocumentColumns },
          read: (signal) => readParts(1_000, (part) => listDocumentsPage(filter, part, signal)),
          onDone,
        }}
        empty={<Nothing narrowed={narrowed} location={location} />}
        list={{ caption: t.caption, columns }}
        selecting={{
          nameOf: documentName,
          renderActions: (selection) => <DocumentSelection selection={selection} onDone={onDone} />,
        }}
      />
      <MailNote>{t.mailStored}</MailNote>
      <OpenDialog open={open} onDone={finish} onRemove={onRemove} onClose={close} />
    </>
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
  readonly onClose: () => void;
}

function OpenDialog({ open, onDone, onRemove, onClose }: OpenDialogProps) {
  if (!open) return null;
  if (!('document' in open)) {
    if (open.dialog === 'rules') return <RulesDialog onClose={onClose} />;
    return <DocumentDialog document={null} onDone={onDone} onClose={onClose} />;
  }
  const { document } = open;
  if (open.dialog === 'edit') return <DocumentDialog document={document} onDone={onDone} onClose={onClose} />;
  return <DeleteDocumentDialog document={document} onRemove={onRemove} onClose={onClose} />;
}

interface ActionsProps {
  readonly location: ListLocation;
  readonly onRules: () => void;
}

function Actions({ location, onRules }: ActionsProps) {
  const t = useNamespace('documents');
  const isCalendar = location.filter('view') === 'calendar';
  return (
    <>
      <IconButton
        size="compact"
        label={t.calendar}
        icon={<CalendarDays size={22} />}
        aria-pressed={isCalendar}
        className={classes('border-2', isCalendar ? 'border-accent text-accent' : 'border-line-strong')}
        onClick={() => location.setFilters({ view: isCalendar ? '' : 'calendar', day: '' })}
      />
      <IconButton
        size="compact"
        label={t.rules}
        icon={<Settings2 size={22} />}
        className="border-2 border-line-strong"
        onClick={onRules}
      />
    </>
  );
}

function Nothing({ narrowed, location }: { readonly narrowed: boolean; readonly location: ListLocation }) {
  const t = useNamespace('documents');
  const clear = (
    <Button
      size="compact"
      variant="secondary"
      onClick={() => location.setFilters({ state: '', kind: '', owner: '', day: '' })}
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

function DeleteDocumentDialog({ document, onRemove, onClose }: DeleteDocumentDialogProps) {
  const t = useNamespace('documents');
  const name = documentName(document);
  return (
    <DeleteDialog
      title={t.deletion.title}
      question={t.deletion.question(name)}
      intro={t.deletion.text}
      removal={{
        id: document.id,
        announcement: t.deleting(name),
        done: t.deleted(name),
        run: () => deleteDocument(document),
      }}
      onRemove={onRemove}
      onClose={onClose}
    />
  );
}
