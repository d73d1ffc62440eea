import { useQuery } from '@tanstack/react-query';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import { listDocumentsPage } from '../../data/documents/documentRecords.ts';
import { lackingKinds } from '../../data/documents/documentGrid.ts';
import { OpenFileButton } from '../../documents/DocumentFile.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Badge } from '../parts/list/cells.tsx';
import { RecordCard, RecordRows } from '../parts/record/RecordPage.tsx';
import { sectionAddress, type SectionProps } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import { StateBadges, tones } from './columns.tsx';
import { useKinds } from './DocumentFilters.tsx';

interface DocumentsCardProps extends Pick<SectionProps, 'onDone'> {
  readonly owner: DocumentOwner;
  /** The id of the driver or the vehicle. */
  readonly id: string;
}

const readAll = async (owner: DocumentOwner, id: string, signal: AbortSignal) => {
  const filter = { search: '', state: '', kind: '', owner, month: '', subject: id } as const;
  return (await listDocumentsPage(filter, { number: 1, size: 100 }, signal)).rows;
};

/** The documents of a driver or a vehicle with their files, the first to expire first, and those that are missing. */
export function DocumentsCard({ owner, id, onDone }: DocumentsCardProps) {
  const t = useNamespace('documents');
  const { documents: title } = useNamespace('admin');
  return (
    <RecordCard title={title} all={sectionAddress('documents', { owner, subject: id })}>
      <Missing owner={owner} id={id} />
      <RecordRows name="documents" read={(subject, signal) => readAll(owner, subject, signal)}>
        {(document) => (
          <>
            <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{document.kind}</span>
            <StateBadges document={document} onDone={onDone} />
            <OpenFileButton file={document.file} label={t.form.openFile} variant="quiet" />
          </>
        )}
      </RecordRows>
    </RecordCard>
  );
}

/** The documents that the company asks for and that are not there. */
function Missing({ owner, id }: Pick<DocumentsCardProps, 'owner' | 'id'>) {
  const { record } = useNamespace('admin');
  const kinds = useKinds();
  const { data: documents } = useQuery({
    queryKey: [adminKey, 'documents', 'of', id],
    queryFn: ({ signal }) => readAll(owner, id, signal),
  });
  const lacking = documents ? lackingKinds({ owner, documents }, kinds) : [];
  if (lacking.length === 0) return null;
  const names = lacking.map(({ name }) => name).join(owner === 'driver' ? ' / ' : ', ');
  return (
    <p className="py-1">
      <Badge tone={tones.expired}>{record.lacking(names)}</Badge>
    </p>
  );
}
