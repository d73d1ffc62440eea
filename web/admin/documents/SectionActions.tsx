import { FileUp } from 'lucide-react';
import { Link } from 'wouter';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { sectionAddress } from '../parts/section.ts';

/** Opens the dialog for a file of documents. Beside the filters there is no room for its words. */
export function ImportButton({ onPress }: { readonly onPress: () => void }) {
  const { file } = useNamespace('documents');
  return (
    <Button
      size="compact"
      variant="secondary"
      icon={<FileUp size={22} />}
      title={file.open}
      onClick={onPress}
      className="lg:px-2.5"
    >
      <span className="lg:sr-only">{file.open}</span>
    </Button>
  );
}

/** Leads to the kinds of documents and the company's rules for them. */
export function RulesLink() {
  const { documentRules } = useNamespace('admin');
  return (
    <Link
      href={sectionAddress('documentRules', {})}
      className="inline-flex min-h-11 items-center rounded-control px-2 text-small font-semibold text-accent underline-offset-4 hover:underline lg:pointer-fine:min-h-8"
    >
      {documentRules}
    </Link>
  );
}
