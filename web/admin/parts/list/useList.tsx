import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Sorted } from '../../../data/list/sort.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import type { SectionId } from '../../registry/sections.ts';
import type { ListLocation, SectionProps } from '../section.ts';
import { readListFilter, type Filter, type FilterValues, type ListFilters } from './filter.ts';
import { useListing, type Listing, type ListQuery } from './useListing.ts';
import { Checkbox } from '../../../forms/Checkbox.tsx';
import { DayField } from '../DayField.tsx';
import { FilterSelect } from './FilterSelect.tsx';

/** The texts of a list. */
export interface ListWords {
  readonly caption: string;
  /** Labels the search field. */
  readonly search: string;
  /** Stands in a list without rows, with the hint below it. */
  readonly empty: string;
  readonly emptyHint?: string;
  /** Stands in a list whose filter leaves no row. */
  readonly nothing?: string;
}

interface ListDescription<Filters extends ListFilters, Row, Counts, Sort extends string> extends Pick<
  ListQuery<unknown, Row, Counts>,
  'rowsPerPart' | 'enabled' | 'refetchInterval'
> {
  /** The list in the keys of its queries, and the section whose name its files have. */
  readonly name: SectionId;
  readonly words: ListWords;
  /** Stands above the texts of an empty list. */
  readonly icon: LucideIcon;
  readonly filters?: Filters;
  /** The properties by which a heading sorts the rows. */
  readonly sorts?: readonly Sort[];
  readonly load: ListQuery<FilterValues<Filters> & Sorted<Sort>, Row, Counts>['load'];
}

/** The part of a `ListFrame` that follows from the description of its list. */
export interface DescribedList<Row> {
  readonly listing: Listing<Row>;
  readonly location: ListLocation;
  readonly words: ListWords;
  readonly icon: LucideIcon;
  readonly filter: Pick<Filter<unknown>, 'narrowed' | 'clear'>;
  readonly filters: ReactNode;
  /** The name of its file, which columns with such cells let people export. */
  readonly exporting: string;
  readonly sorting: Sorting;
}

/** The heading that sorts a list: its property, downwards behind “-”, empty for the list's own order. */
export interface Sorting {
  readonly sort: string;
  readonly set: (sort: string) => void;
}

const noFilters = {};

/**
 * A list of the panel from its description: its filter and its order as the address has them, one page of its rows, the
 * fields that filter it, and its file. `ListFrame` shows it with `columns`.
 */
export function useList<
  const Filters extends ListFilters,
  Row extends { readonly id: string },
  Counts,
  Sort extends string,
>(
  { location, hidden }: Pick<SectionProps, 'location'> & Partial<Pick<SectionProps, 'hidden'>>,
  description: ListDescription<Filters, Row, Counts, Sort>,
) {
  const { name, words, icon, filters = noFilters as Filters, sorts = [], load, ...options } = description;
  const sectionNames = useNamespace('admin');
  const filter = readListFilter(location, filters);
  const sort = sortIn(location, sorts);
  const wanted: FilterValues<Filters> & Sorted<Sort> = { ...filter.values, ...(sort && { sort }) };
  const listing = useListing({
    name,
    filter: wanted,
    page: location.page,
    load,
    ...(hidden && { hidden }),
    ...options,
  });
  const frame: DescribedList<Row> = {
    listing,
    location,
    words,
    icon,
    filter,
    filters: <FilterFields filters={filters} filter={filter} />,
    sorting: { sort: sort ?? '', set: (next) => location.setFilters({ sort: next }) },
    exporting: sectionNames[name],
  };
  return { frame, filter, listing };
}

/** The order in the address, if the list has it. */
function sortIn<Sort extends string>({ filter }: ListLocation, sorts: readonly Sort[]): Sorted<Sort>['sort'] {
  const given = filter('sort');
  const sort = sorts.find((each) => each === given.replace(/^-/, ''));
  return sort && (given === sort ? sort : `-${sort}`);
}

export interface FilterFieldsProps {
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
