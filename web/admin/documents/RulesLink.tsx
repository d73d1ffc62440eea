import { Link } from 'wouter';
import { useNamespace } from '../../i18n/namespaces.ts';
import { sectionAddress } from '../parts/section.ts';

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
