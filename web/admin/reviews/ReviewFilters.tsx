import { reviewReasons } from '../../../shared/reviews.ts';
import { reviewStates, starFilters, type ReviewFilter } from '../../data/reviews/reviewRecords.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { DayField } from '../parts/DayField.tsx';
import type { ListLocation } from '../parts/section.ts';

interface ReviewFiltersProps {
  readonly filter: ReviewFilter;
  readonly onChange: ListLocation['setFilters'];
}

/** Order, stars, reason, state and days of the reviews. */
export function ReviewFilters({ filter, onChange }: ReviewFiltersProps) {
  const t = useNamespace('reviews');
  const { words } = useNamespace('reasons');
  const choose = (name: 'order' | 'stars' | 'reason' | 'state') => ({
    hideLabel: true,
    label: t[name],
    value: filter[name],
    onChange: (value: string) => onChange({ [name]: value }),
    className: 'min-w-0 flex-1 md:min-w-52 lg:max-xl:min-w-40',
  });
  return (
    <>
      <div className="flex gap-2 max-md:w-full md:contents">
        <SelectField
          {...choose('order')}
          options={[
            { value: '', label: t.newest },
            { value: 'lowest', label: t.lowest },
          ]}
        />
        <SelectField
          {...choose('stars')}
          options={[
            { value: '', label: t.allStars },
            ...starFilters.map((value) => ({ value, label: value === 'low' ? t.low : value })),
          ]}
        />
      </div>
      <div className="flex gap-2 max-md:w-full md:contents">
        <SelectField
          {...choose('reason')}
          options={[
            { value: '', label: t.allReasons },
            ...reviewReasons.map((value) => ({ value, label: words[value] })),
          ]}
        />
        <SelectField
          {...choose('state')}
          options={[
            { value: '', label: t.allStates },
            ...reviewStates.map((value) => ({ value, label: t[value] })),
          ]}
        />
      </div>
      <div className="flex gap-2 max-md:w-full md:contents">
        <DayField label={t.from} value={filter.from} onChange={(from) => onChange({ from })} />
        <DayField label={t.until} value={filter.until} onChange={(until) => onChange({ until })} />
      </div>
    </>
  );
}
