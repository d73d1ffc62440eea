import { Checkbox } from '../../../forms/Checkbox.tsx';
import { DayField } from '../DayField.tsx';
import type { Filter, ListFilters } from './filter.ts';
import { FilterSelect } from './FilterSelect.tsx';

interface FilterFieldsProps {
  readonly filters: ListFilters;
  readonly filter: Filter<Readonly<Record<string, string>>>;
}

/** The fields of a list's filters: on a phone one below the other, as its calendar button would cut half a day. */
export function FilterFields({ filters, filter }: FilterFieldsProps) {
  const { values, set } = filter;
  return (
    <div className="grid min-w-0 gap-2 sm:grid-cols-2 md:contents">
      {Object.entries(filters).map(([name, each]) => {
        if (typeof each === 'string' || !('label' in each)) return null;
        const { label } = each;
        if ('form' in each)
          return (
            <DayField
              key={name}
              label={label}
              value={values[name] ?? ''}
              onChange={(day) => set({ [name]: day })}
            />
          );
        const { all, options } = each;
        if (all === undefined)
          return (
            <Checkbox
              key={name}
              label={label}
              checked={values[name] !== ''}
              onChange={(checked) => set({ [name]: checked ? (options[0]?.value ?? '') : '' })}
              className="min-h-12 items-center text-small font-semibold"
            />
          );
        return (
          <FilterSelect key={name} filter={filter} name={name} label={label} all={all} options={options} />
        );
      })}
    </div>
  );
}
