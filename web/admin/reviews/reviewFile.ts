import type { ListedReview } from '../../data/reviews/reviewRecords.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvFlag, csvTime } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';

/** The columns of a file of reviews. */
export async function loadReviewColumns(): Promise<readonly ExportColumn<ListedReview>[]> {
  const { words } = await loadNamespace('reasons', 'es');
  return [
    ['fecha', ({ created_at: time }) => csvTime(time)],
    ['estrellas', ({ rating }) => String(rating)],
    ['motivos', ({ reasons }) => reasons.map((reason) => words[reason]).join(', ')],
    ['comentario', ({ comment }) => comment ?? ''],
    ['conductor', ({ driver_name: name }) => name ?? ''],
    ['código', ({ driver_code: code }) => code ?? ''],
    ['patente', ({ license_plate: plate }) => plate ?? ''],
    ['en el teléfono del pasajero', ({ by_link: isByLink }) => csvFlag(isByLink)],
    ['oculta', ({ hidden_at: time }) => csvFlag(time !== null)],
    ['por qué se ocultó', ({ hidden_reason: reason }) => reason ?? ''],
    ['nota', ({ note }) => note ?? ''],
  ];
}
