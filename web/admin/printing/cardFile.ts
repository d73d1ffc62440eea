import type { PrintedCard } from '../../data/cards/printedCards.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvTime } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';

/** The columns of a file of printed cards and receipts. */
export async function loadCardColumns(): Promise<readonly ExportColumn<PrintedCard>[]> {
  const { kinds } = await loadNamespace('printing', 'es');
  const receipt = (card: PrintedCard) => (card.kind === 'receipt' ? card.details : null);
  return [
    ['documento', ({ kind }) => kinds[kind]],
    ['folio', ({ folio }) => String(folio)],
    ['fecha', ({ printed_at: time }) => csvTime(time)],
    ['conductor', ({ driver_name: name }) => name ?? ''],
    ['patente', ({ license_plate: plate }) => plate ?? ''],
    ['licencia', (card) => (card.kind === 'credential' ? card.details.licence : '')],
    ['viaje', (card) => csvTime(receipt(card)?.takenAt ?? null)],
    ['desde', (card) => receipt(card)?.origin ?? ''],
    ['hasta', (card) => receipt(card)?.destination ?? ''],
    ['valor', (card) => String(receipt(card)?.pesos ?? '')],
    ['anulado', ({ voided_at: time }) => csvTime(time)],
    ['motivo', ({ void_reason: reason }) => reason ?? ''],
  ];
}
