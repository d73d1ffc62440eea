import { FileUp, Settings2 } from 'lucide-react';
import { Link } from 'wouter';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { sectionAddress } from '../parts/section.ts';

interface SectionActionsProps {
  readonly onImport: () => void;
}

/** Opens the dialog for a file of documents, and leads to the rules. */
export function SectionActions({ onImport }: SectionActionsProps) {
  const t = useNamespace('documents');
  const { documentRules } = useNamespace('admin');
  return (
    <>
      <Button size="compact" variant="secondary" icon={<FileUp size={22} />} onClick={onImport}>
        {t.file.open}
      </Button>
      <Link
        href={sectionAddress('documentRules', {})}
        className="inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-small font-semibold text-accent underline-offset-4 hover:underline"
      >
        <Settings2 size={20} aria-hidden="true" />
        {documentRules}
      </Link>
    </>
  );
}
