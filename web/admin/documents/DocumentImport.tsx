import { importDocuments } from '../../data/documents/documentGrid.ts';
import { listKinds } from '../../data/documents/documentRecords.ts';
import { findSubjects } from '../../data/files/fileSubjects.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog } from '../parts/files/ImportDialog.tsx';
import type { FileLine } from '../parts/files/importFile.ts';
import { documentFile, planDocuments, type FileColumn } from './documentRows.ts';

interface DocumentImportProps {
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Adds and renews the documents of a file. */
export function DocumentImport({ onSaved, onClose }: DocumentImportProps) {
  const { file } = useNamespace('documents');
  const plan = async (lines: readonly FileLine<FileColumn>[]) => {
    const owners = lines.map(({ cells }) => cells.owner ?? '');
    const [subjects, kinds] = await Promise.all([findSubjects(owners), listKinds()]);
    return planDocuments(lines, subjects, kinds);
  };
  return (
    <ImportDialog
      format={documentFile}
      words={file}
      fields={file.fields}
      plan={plan}
      save={importDocuments}
      onSaved={(message) => onSaved(message)}
      onClose={onClose}
    />
  );
}
