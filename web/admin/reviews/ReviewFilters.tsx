import { reviewReasons } from '../../../shared/reviews.ts';
import { reviewStates, starFilters, type ReviewFilter } from '../../data/reviews/reviewRecords.ts';
import { optionsOf } from '../../forms/options.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { DayField } from '../parts/DayField.tsx';
import type { Filter } from '../parts/list/filter.ts';
import { FilterSelect } from '../parts/list/FilterSelect.tsx';

interface ReviewFiltersProps {
  readonly filter: Filter<Omit<ReviewFilter, 'order'>>;
  readonly order: ReviewFilter['order'];
}

const row = 'flex gap-2 max-md:w-full md:contents';
const className = 'min-w-0 flex-1 md:min-w-52 lg:max-xl:min-w-40';

/** Order, stars, reason, state and days of the reviews. */
export function ReviewFilters({ filter, order }: ReviewFiltersProps) {
  const t = useNamespace('reviews');
  const { words } = useNamespace('reasons');
  const { from, until } = filter.values;
  const stars = starFilters.map((value) => ({ value, label: value === 'low' ? t.low : value }));
  return (
    <>
      <div className={row}>
        <FilterSelect
          filter={{ ...filter, values: { order } }}
          name="order"
          label={t.order}
          all={t.newest}
          options={[{ value: 'lowest', label: t.lowest }]}
          className={className}
        />
        <FilterSelect
          filter={filter}
          name="stars"
          label={t.stars}
          all={t.allStars}
          options={stars}
          className={className}
        />
      </div>
      <div className={row}>
        <FilterSelect
          filter={filter}
          name="reason"
          label={t.reason}
          all={t.allReasons}
          options={optionsOf(reviewReasons, words)}
          className={className}
        />
        <FilterSelect
          filter={filter}
          name="state"
          label={t.state}
          all={t.allStates}
          options={optionsOf(reviewStates, t)}
          className={className}
        />
      </div>
      <div className={row}>
        <DayField label={t.from} value={from} onChange={(day) => filter.set({ from: day })} />
        <DayField label={t.until} value={until} onChange={(day) => filter.set({ until: day })} />
      </div>
    </>
  );
}
