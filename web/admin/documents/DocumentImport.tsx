import { importDocuments } from '../../data/documents/documentGrid.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog } from '../parts/files/ImportDialog.tsx';
import { recordPlanner } from '../parts/files/planRecords.ts';
import { useKinds } from './DocumentFilters.tsx';
import { documentFile } from './documentRows.ts';

interface DocumentImportProps {
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Adds and renews the documents of a file. */
export function DocumentImport(props: DocumentImportProps) {
  const { file } = useNamespace('documents');
  const format = documentFile(useKinds());
  const given = { format, words: file, fields: file.fields, plan: recordPlanner(format) };
  return <ImportDialog {...given} {...props} save={importDocuments} />;
}
