import { optionsOf, type Option } from '../../../forms/options.ts';
import type { ListLocation } from '../section.ts';

/** The forms of filters that an address may hold as typed text. */
const forms = {
  day: /^\d{4}-\d\d-\d\d$/,
  hour: /^\d\d:\d\d$/,
  month: /^\d{4}-(0[1-9]|1[0-2])$/,
  id: /^[0-9a-f-]{36}$/,
  idOrNone: /^([0-9a-f-]{36}|none)$/,
  text: /./,
};

/** A filter by one of several values: a select field, or a box to tick for a single one. */
export interface ChoiceFilter<Value extends string> {
  readonly label: string;
  /** Names the choice that leaves no row out; without one the filter is a box to tick. */
  readonly all?: string;
  readonly options: readonly Option<Value>[];
}

/** A filter by a day. */
interface DayFilter {
  readonly label: string;
  readonly form: 'day';
}

/** A filter with its field; or the values, or the form of the text, of one that the list sets in another way. */
type ListFilter = ChoiceFilter<string> | DayFilter | readonly string[] | keyof typeof forms;
/** The filters of a list besides its search, in the order of their fields. */
export type ListFilters = Readonly<Record<string, ListFilter>>;

/** The values that hold; empty text for none, and for one of another form. */
export type FilterValues<Filters extends ListFilters> = { readonly search: string } & {
  readonly [Name in keyof Filters]: Filters[Name] extends
    | ChoiceFilter<infer Value>
    | readonly (infer Value extends string)[]
    ? Value | ''
    : string;
};

/** The filter of a list, as the address has it. */
export interface Filter<Values> {
  readonly values: Values;
  /** Filters besides the search leave rows out. */
  readonly narrowed: boolean;
  /** Begins again at the first page. */
  readonly set: (changes: Readonly<Record<string, string>>) => void;
  /** Shows all rows that the search finds. */
  readonly clear: () => void;
}

function holds(value: string, filter: ListFilter): boolean {
  if (typeof filter === 'string') return forms[filter].test(value);
  if ('form' in filter) return forms[filter.form].test(value);
  return 'options' in filter ? filter.options.some((each) => each.value === value) : filter.includes(value);
}

/** A filter by one of several values, whose names the interface has. */
export function choiceFilter<Value extends string>(
  label: string,
  all: string,
  values: readonly Value[],
  names: Readonly<Record<Value, string>>,
): ChoiceFilter<Value> {
  return { label, all, options: optionsOf(values, names) };
}

/** Reads the filter of a list from the address. */
export function readListFilter<const Filters extends ListFilters>(
  { search, filter, setFilters }: ListLocation,
  filters: Filters,
): Filter<FilterValues<Filters>> {
  const given = Object.entries(filters).map(([name, each]) => {
    const value = filter(name);
    return [name, holds(value, each) ? value : ''] as const;
  });
  return {
    values: { ...Object.fromEntries(given), search } as FilterValues<Filters>,
    // An order leaves nothing out.
    narrowed: given.some(([name, value]) => name !== 'sort' && value !== ''),
    set: setFilters,
    clear: () => setFilters(Object.fromEntries(given.map(([name]) => [name, '']))),
  };
}
