import { plateInPairs } from '../../../shared/chile/plate.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import type { PrintedCard } from '../../data/cards/printedCards.ts';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { Badge } from '../parts/list/cells.tsx';
import { dayColumn, lineColumn, type Column } from '../parts/list/List.tsx';
import { RecordLink } from '../parts/record/RecordLink.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { csvTime } from '../../util/csvText.ts';
import type { FileCells } from '../parts/files/exportFile.ts';

/** The columns of the register: kind and folio, driver and plate, licence class or trip, day. */
export function useCardColumns(): readonly Column<PrintedCard>[] {
  const t = useNamespace('printing');
  const { day } = useFormat();
  return [
    {
      id: 'card',
      sort: 'folio',
      label: t.card,
      width: 'w-72',
      cell: (card) => <CardName card={card} />,
      onCard: 'title',
      file: useCardFile(),
    },
    lineColumn({ id: 'driver', sort: 'driver_name', label: t.driver, text: subjectOf, onCard: 1 }),
    lineColumn({
      id: 'detail',
      label: t.detail,
      text: detailOf,
      isQuiet: true,
      inTable: 'wide',
      foldsInto: 'driver',
      onCard: 2,
    }),
    dayColumn({
      id: 'when',
      sort: 'printed_at',
      label: t.when,
      cell: ({ printed_at: time }) => day(time),
      foldsInto: 'card',
    }),
  ];
}

function CardName({ card }: { readonly card: PrintedCard }) {
  const t = useNamespace('printing');
  return (
    <RecordLink id={card.id} className="block truncate leading-snug">
      <span className="font-semibold">{t.kinds[card.kind]} </span>
      <span className="text-small text-ink-soft tabular-nums">{folioOf(card)} </span>
      <VoidBadge card={card} />
    </RecordLink>
  );
}

/** Marks a receipt that is void. */
export function VoidBadge({ card }: { readonly card: PrintedCard }) {
  const { voiding: t } = useNamespace('printing');
  if (card.voided_at === null) return null;
  return <Badge tone="bg-danger-soft text-danger">{t.label}</Badge>;
}

/** The driver and the plate of a card. */
export function subjectOf({ driver_name: name, license_plate: plate }: PrintedCard): string {
  return [name, plate && plateInPairs(plate)].filter(Boolean).join(' · ');
}

const letters = { credential: 'CR', headrest: 'T', sticker: 'A', receipt: 'C' } as const;

/** The folio with the letter of its kind, each of which counts for itself: «C-4». */
export const folioOf = ({ kind, folio }: Pick<PrintedCard, 'kind' | 'folio'>): string =>
  `${letters[kind]}-${folio}`;

/** The licence class of a credential; route and amount of a receipt, and the reason for which it is void. */
export function detailOf(card: PrintedCard): string {
  if (card.kind === 'credential') return card.details.licence;
  if (card.kind !== 'receipt') return '';
  const { origin, destination, pesos } = card.details;
  const trip = `${origin} – ${destination} · ${formatPesos(pesos)}`;
  return [trip, card.void_reason].filter(Boolean).join(' · ');
}

const receiptOf = (card: PrintedCard) => (card.kind === 'receipt' ? card.details : null);

/** A file of printed cards and receipts. */
function useCardFile(): FileCells<PrintedCard> {
  const { kinds } = useSpanishNamespace('printing');
  return {
    documento: ({ kind }) => kinds[kind],
    folio: ({ folio }) => String(folio),
    fecha: ({ printed_at: time }) => csvTime(time),
    conductor: ({ driver_name: name }) => name ?? '',
    patente: ({ license_plate: plate }) => plate ?? '',
    licencia: (card) => (card.kind === 'credential' ? card.details.licence : ''),
    viaje: (card) => csvTime(receiptOf(card)?.takenAt ?? null),
    desde: (card) => receiptOf(card)?.origin ?? '',
    hasta: (card) => receiptOf(card)?.destination ?? '',
    valor: (card) => String(receiptOf(card)?.pesos ?? ''),
    anulado: ({ voided_at: time }) => csvTime(time),
    motivo: ({ void_reason: reason }) => reason ?? '',
  };
}
