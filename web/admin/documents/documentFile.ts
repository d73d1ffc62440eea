import type { FleetDocument } from '../../data/documents/documents.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvFlag } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';
import { exportedDocument } from './documentRows.ts';

/** The columns of a file of documents. An import passes over the last three. */
export async function loadDocumentColumns(): Promise<readonly ExportColumn<FleetDocument>[]> {
  const { states } = await loadNamespace('documents', 'es');
  return [
    ...exportedDocument,
    ['crítico', ({ critical }) => csvFlag(critical)],
    ['estado', ({ state, verified_at: verified }) => states[verified === null ? 'waiting' : state]],
    ['archivo', ({ file }) => csvFlag(file !== null)],
  ];
}
