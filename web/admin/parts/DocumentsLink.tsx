import { Files } from 'lucide-react';
import { Link } from 'wouter';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { sectionAddress } from './section.ts';

interface DocumentsLinkProps {
  readonly owner: DocumentOwner;
  readonly id: string;
  /** The driver or the plate, for the label. */
  readonly name: string;
}

/** Leads from the row of a driver or a vehicle to its documents, those that are missing too. */
export function DocumentsLink({ owner, id, name }: DocumentsLinkProps) {
  const t = useNamespace('admin');
  const label = t.documentsOf(name);
  return (
    <Link
      href={sectionAddress('documents', { owner, subject: id })}
      aria-label={label}
      title={label}
      className="inline-flex size-11 items-center justify-center rounded-control hover:bg-accent-soft hover:text-accent"
    >
      <Files size={20} className="shrink-0" />
    </Link>
  );
}
