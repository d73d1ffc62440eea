import { useQuery } from '@tanstack/react-query';
import { ListFilter, Star } from 'lucide-react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { reviewReasons } from '../../../shared/reviews.ts';
import { readPlate } from '../../data/vehicles/vehicles.ts';
import {
  listReviewsPage,
  readReviews,
  reviewStates,
  starFilters,
  type ReviewFilter,
} from '../../data/reviews/reviewRecords.ts';
import { functionSorts } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { choiceFilter } from '../parts/list/filter.ts';
import { DriverChip, FilterChip } from '../parts/list/FilterChip.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { FilterFields, useList, type FilterFieldsProps } from '../parts/list/useList.tsx';
import { PopoverButton } from '../parts/PopoverButton.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';
import { OpenedAct } from '../parts/record/acts.tsx';
import type { ListLocation, SectionProps } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import { useHasReviews } from '../usePlaceCounts.ts';
import { useReviewColumns } from './columns.tsx';
import { DriverTrend } from './DriverTrend.tsx';
import { useReviewActs } from './useReviewActs.tsx';

/** The reviews of all drivers: stars, reasons, vehicle; hidden with a reason, with a note. */
export default function ReviewsSection(props: SectionProps) {
  const t = useNamespace('reviews');
  const location = withLowFirst(props.location);
  const filters = useReviewFilters();
  const hasAny = useHasReviews();
  const { frame, filter } = useList(
    { ...props, location },
    {
      name: 'reviews',
      words: t,
      icon: Star,
      filters,
      sorts: functionSorts.list_reviews_by,
      load: listReviewsPage,
    },
  );
  const acts = useReviewActs();
  const columns = useReviewColumns(acts);
  return (
    <>
      <ListFrame
        {...frame}
        words={filter.values.sort === 'rating' ? { ...t, caption: t.lowestCaption } : t}
        // Parts below the last row are quicker, where the list is in its own order.
        listing={
          frame.sorting.sort
            ? frame.listing
            : { ...frame.listing, readAll: (signal) => readReviews(filter.values, signal) }
        }
        filter={{ ...filter, narrowed: filter.narrowed && hasAny }}
        filters={<ReviewFilters filters={filters} filter={filter} />}
        below={<Subjects filter={filter.values} onChange={location.setFilters} />}
        list={{ columns, cardClass: 'py-1 pr-1 pl-3', lineClass: 'gap-x-3' }}
      />
      <OpenedAct rows={frame.listing.rows} acts={acts} />
    </>
  );
}

/** The filters of an address, any of which asks for something else than the reviews that the section opens with. */
const asking = ['stars', 'reason', 'state', 'from', 'until', 'driver', 'vehicle'];

/**
 * The location of a section that opens with the reviews of three stars and fewer, the ones with reasons: an address without a
 * filter asks for those, `stars=all` for all. Earlier addresses have `order=lowest` for the lowest first.
 */
function withLowFirst(location: ListLocation): ListLocation {
  const isLow = asking.every((name) => location.filter(name) === '');
  const isLowest = location.filter('order') === 'lowest';
  return {
    ...location,
    filter: (name) => {
      if (name === 'sort' && isLowest) return 'rating';
      if (name !== 'stars') return location.filter(name);
      return isLow ? 'low' : location.filter(name).replace('all', '');
    },
    setFilters: ({ stars = isLow ? 'low' : undefined, ...changes }) =>
      location.setFilters({
        ...(isLowest && { order: '', sort: 'rating' }),
        ...changes,
        ...(stars !== undefined && { stars: stars || 'all' }),
      }),
  };
}

interface ReviewFiltersProps extends Pick<FilterFieldsProps, 'filter'> {
  readonly filters: ReturnType<typeof useReviewFilters>;
}

/** The order and the stars; the other filters behind a button, which says how many of them hold. */
function ReviewFilters({ filters, filter }: ReviewFiltersProps) {
  const t = useNamespace('reviews');
  const { sort, stars, reason, state, from, until } = filters;
  const others = { reason, state, from, until };
  const count = Object.keys(others).filter((name) => filter.values[name] !== '').length;
  return (
    <>
      <FilterFields filters={{ sort, stars }} filter={filter} />
      <PopoverButton
        renderButton={(trigger) => (
          <SmallButton {...trigger} icon={ListFilter}>
            {count > 0 ? `${t.filters} (${count})` : t.filters}
          </SmallButton>
        )}
      >
        {() => (
          <div className="flex w-72 flex-col gap-2">
            <FilterFields filters={others} filter={filter} />
          </div>
        )}
      </PopoverButton>
    </>
  );
}

/** Order, stars, reason, state and days of the reviews; a link narrows them to a driver or a vehicle. */
function useReviewFilters() {
  const t = useNamespace('reviews');
  const { words } = useNamespace('reasons');
  return {
    // On a phone, which has no headings to press, too.
    sort: choiceFilter(t.order, t.newest, ['rating', '-rating', 'created_at'], t.orders),
    stars: {
      label: t.stars,
      all: t.allStars,
      options: starFilters.map((value) => ({ value, label: value === 'low' ? t.low : value })),
    },
    reason: choiceFilter(t.reason, t.allReasons, reviewReasons, words),
    state: choiceFilter(t.state, t.allStates, reviewStates, t),
    from: { label: t.from, form: 'day' },
    until: { label: t.until, form: 'day' },
    driver: 'id',
    vehicle: 'id',
  } as const;
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
