import { Star } from 'lucide-react';
import { Link } from 'wouter';
import { Plate } from '../../components/Plate.tsx';
import type { ListedReview } from '../../data/reviews/reviewRecords.ts';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { actionsColumn, type Column } from '../parts/list/List.tsx';
import { Badge } from '../parts/list/cells.tsx';
import { RowButtons, type RecordAct } from '../parts/record/acts.tsx';
import { sectionAddress } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { csvFlag, csvTime } from '../../util/csvText.ts';
import type { FileCells } from '../parts/files/exportFile.ts';

/** The columns of the reviews: stars, driver, vehicle, reasons and notes, day, actions. */
export function useReviewColumns(acts: readonly RecordAct<ListedReview>[]): readonly Column<ListedReview>[] {
  const { actions: heading } = useNamespace('admin');
  const t = useNamespace('reviews');
  const format = useFormat();
  return [
    {
      id: 'rating',
      label: t.rating,
      sort: 'rating',
      width: 'w-36 xl:w-40',
      cell: (review) => <Stars review={review} />,
      elsewhere: (review) => (
        <span className="flex min-w-0 items-center gap-x-3">
          <Stars review={review} />
          <DriverName review={review} />
        </span>
      ),
      onCard: 'title',
      file: useReviewFile(),
    },
    {
      id: 'driver',
      label: t.driver,
      width: 'w-44 xl:w-60',
      cell: (review) => <DriverName review={review} />,
    },
    {
      id: 'vehicle',
      label: t.vehicle,
      width: 'w-32',
      cell: (review) => <VehiclePlate review={review} />,
      elsewhere: ({ license_plate: plate }) => <Plate variant="tag" plate={plate} />,
      inTable: 'wide',
      foldsInto: 'remarks',
      onCard: 1,
    },
    { id: 'remarks', label: t.remarks, cell: (review) => <Remarks review={review} />, onCard: 2 },
    {
      id: 'came',
      label: t.came,
      sort: 'created_at',
      width: 'w-36 xl:w-44',
      className: 'py-0.5 text-small tabular-nums',
      cell: ({ created_at: time }) => (
        <span className="text-small tabular-nums max-md:text-ink-soft">{format.time(time)}</span>
      ),
      onCard: 1,
    },
    actionsColumn(heading, 'w-26', (review) => <RowButtons row={review} acts={acts} />),
  ];
}

interface ReviewProps {
  readonly review: ListedReview;
}

/** The stars, and whether the review is hidden. */
export function Stars({ review: { rating, hidden_at: hidden } }: ReviewProps) {
  const t = useNamespace('reviews');
  const format = useFormat();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="inline-flex items-center gap-1 font-semibold tabular-nums">
        <Star size={18} className="fill-accent text-accent" aria-hidden="true" />
        <span aria-hidden="true">{format.count(rating)}</span>
        <span className="sr-only">{t.starCount(rating, format.count(rating))}</span>
      </span>
      {hidden !== null && <Badge tone="bg-surface-sunken text-ink-soft">{t.hiddenBadge}</Badge>}
    </span>
  );
}

const linkClass =
  'inline-flex min-h-11 min-w-11 items-center rounded-control underline-offset-4 hover:text-accent hover:underline';

/** The driver; a press shows the reviews of this one. */
function DriverName({ review }: ReviewProps) {
  const t = useNamespace('reviews');
  const { reviewsOf } = useNamespace('admin');
  const { driver_id: driver, driver_name: name } = review;
  if (driver === null) return <span className="text-ink-soft">{t.noDriver}</span>;
  return (
    <Link
      href={sectionAddress('reviews', { driver })}
      title={reviewsOf(name ?? '')}
      className={`${linkClass} max-w-full font-semibold`}
    >
      <span className="line-clamp-1 break-all">{name}</span>
    </Link>
  );
}

/** The plate; a press shows the reviews of this vehicle. */
function VehiclePlate({ review: { vehicle_id: vehicle, license_plate: plate } }: ReviewProps) {
  if (plate === null) return null;
  if (vehicle === null) return <Plate variant="tag" plate={plate} />;
  return (
    <Link href={sectionAddress('reviews', { vehicle })} className={linkClass}>
      <Plate variant="tag" plate={plate} />
    </Link>
  );
}

/** Reasons, a comment, why it is hidden and the note, in one line; a dialog has all of it. */
export function Remarks({ review }: ReviewProps) {
  const t = useNamespace('reviews');
  const { words } = useNamespace('reasons');
  const { reasons, comment, hidden_reason: hiddenReason, note } = review;
  const parts = [
    reasons.map((reason) => words[reason]).join(', '),
    comment && `«${comment}»`,
    hiddenReason && `${t.hiddenBadge}: ${hiddenReason}`,
    note && `${t.note}: ${note}`,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  const text = parts.join(' · ');
  return (
    <span title={text} className="line-clamp-1 text-small break-all">
      {text}
    </span>
  );
}

/** A file of reviews. */
function useReviewFile(): FileCells<ListedReview> {
  const { words } = useSpanishNamespace('reasons');
  return {
    fecha: ({ created_at: time }) => csvTime(time),
    estrellas: ({ rating }) => String(rating),
    motivos: ({ reasons }) => reasons.map((reason) => words[reason]).join(', '),
    comentario: ({ comment }) => comment ?? '',
    conductor: ({ driver_name: name }) => name ?? '',
    código: ({ driver_code: code }) => code ?? '',
    patente: ({ license_plate: plate }) => plate ?? '',
    'en el teléfono del pasajero': ({ by_link: isByLink }) => csvFlag(isByLink),
    oculta: ({ hidden_at: time }) => csvFlag(time !== null),
    'por qué se ocultó': ({ hidden_reason: reason }) => reason ?? '',
    nota: ({ note }) => note ?? '',
  };
}
