import { importDocuments } from '../../data/documents/documentGrid.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog, type ImportOutcome } from '../parts/files/ImportDialog.tsx';
import { recordImport } from '../parts/files/planRecords.ts';
import { useKinds } from './DocumentFilters.tsx';
import { documentFile } from './documentRows.ts';

/** Adds and renews the documents of a file. */
export function DocumentImport(outcome: ImportOutcome) {
  const { file } = useNamespace('documents');
  const given = { ...recordImport(documentFile(useKinds())), save: importDocuments };
  return <ImportDialog {...given} {...outcome} words={file} fields={file.fields} />;
}
