import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { reviewReasons } from '../../../shared/reviews.ts';
import { readPlate } from '../../data/vehicles/vehicles.ts';
import {
  listReviewsPage,
  readReviews,
  reviewStates,
  starFilters,
  type ListedReview,
  type ReviewFilter,
} from '../../data/reviews/reviewRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { readListFilter } from '../parts/list/filter.ts';
import { DriverChip, FilterChip } from '../parts/list/FilterChip.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { ListLocation, SectionProps } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import { useListing } from '../parts/list/useListing.ts';
import { useReviewColumns, loadReviewColumns } from './columns.tsx';
import { DriverTrend } from './DriverTrend.tsx';
import { NoteDialog, type ReviewDialogProps } from './NoteDialog.tsx';
import { ReviewFilters } from './ReviewFilters.tsx';
import { HideDialog, ShowDialog } from './VisibilityDialog.tsx';

const filterKinds = {
  driver: 'id',
  vehicle: 'id',
  stars: starFilters,
  reason: reviewReasons,
  state: reviewStates,
  from: 'day',
  until: 'day',
} as const;

/** Something that is done to a review in a dialog. */
interface Task {
  readonly review: ListedReview;
  readonly kind: 'note' | 'visibility';
}

/** The reviews of all drivers: stars, reasons, vehicle; hidden with a reason, with a note. */
export default function ReviewsSection({ location, hidden, onDone }: SectionProps) {
  const t = useNamespace('reviews');
  const { reviews: name } = useNamespace('admin');
  const filter = readListFilter(location, filterKinds);
  // An order leaves nothing out.
  const { order } = readListFilter(location, { order: ['lowest'] }).values;
  const wanted = { ...filter.values, order };
  const listing = useListing({
    name: 'reviews',
    filter: wanted,
    page: location.page,
    load: listReviewsPage,
    hidden,
  });
  const [task, setTask] = useState<Task | null>(null);
  const columns = useReviewColumns({
    onNote: (review) => setTask({ review, kind: 'note' }),
    onVisibility: (review) => setTask({ review, kind: 'visibility' }),
  });
  return (
    <>
      <ListFrame
        listing={{ ...listing, readAll: (signal) => readReviews(wanted, signal) }}
        location={location}
        words={order === 'lowest' ? { ...t, caption: t.lowestCaption } : t}
        icon={Star}
        filter={filter}
        filters={<ReviewFilters filter={filter} order={order} />}
        below={<Subjects filter={wanted} onChange={location.setFilters} />}
        exporting={{ file: { name, loadColumns: loadReviewColumns }, onDone }}
        list={{ columns, cardClass: 'py-1 pr-1 pl-3', lineClass: 'gap-x-3' }}
      />
      {task && (
        <TaskDialog
          task={task}
          onClose={() => setTask(null)}
          onSaved={(message, undo) => {
            setTask(null);
            onDone(message, false, undo);
          }}
        />
      )}
    </>
  );
}

interface TaskDialogProps extends Pick<ReviewDialogProps, 'onSaved' | 'onClose'> {
  readonly task: Task;
}

function TaskDialog({ task: { review, kind }, ...props }: TaskDialogProps) {
  if (kind === 'note') return <NoteDialog review={review} {...props} />;
  const Visibility = review.hidden_at === null ? HideDialog : ShowDialog;
  return <Visibility review={review} {...props} />;
}

interface SubjectsProps {
  readonly filter: ReviewFilter;
  readonly onChange: ListLocation['setFilters'];
}

/** The driver and the vehicle that the list is narrowed to, and how the driver is rated. */
function Subjects({ filter: { driver, vehicle }, onChange }: SubjectsProps) {
  const t = useNamespace('reviews');
  const { data: plate } = useQuery({
    queryKey: [adminKey, 'plate', vehicle],
    queryFn: ({ signal }) => readPlate(vehicle, signal),
    enabled: vehicle !== '',
  });
  if (driver === '' && vehicle === '') return null;
  return (
    <div className="flex flex-col gap-2 md:flex-row md:flex-wrap md:items-center md:gap-x-6">
      <DriverChip driver={driver} words={t} onClear={() => onChange({ driver: '' })} />
      {vehicle !== '' && (
        <FilterChip
          name={plate ? plateInPairs(plate) : undefined}
          words={t}
          onClear={() => onChange({ vehicle: '' })}
        />
      )}
      {driver !== '' && (
        <DriverTrend
          driver={driver}
          className="min-w-0 flex-1 rounded-card border border-line bg-surface-raised px-4 py-2"
        />
      )}
    </div>
  );
}
