import type { FleetDocument } from '../../data/fleet/documents.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvFlag } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/exportFile.ts';

/** The columns of a file of documents. */
export async function loadDocumentColumns(): Promise<readonly ExportColumn<FleetDocument>[]> {
  const { states } = await loadNamespace('documents', 'es');
  return [
    ['patente', ({ owner, owner_name: plate }) => (owner === 'vehicle' ? plate : '')],
    ['conductor', ({ owner, owner_name: name }) => (owner === 'driver' ? name : '')],
    ['tipo', ({ kind }) => kind],
    ['número', ({ number }) => number ?? ''],
    ['emitido', ({ issued_on: day }) => day ?? ''],
    ['vence', ({ expires_on: day }) => day],
    ['crítico', ({ critical }) => csvFlag(critical)],
    ['estado', ({ state, verified_at: verified }) => states[verified === null ? 'waiting' : state]],
    ['archivo', ({ file }) => csvFlag(file !== null)],
  ];
}
