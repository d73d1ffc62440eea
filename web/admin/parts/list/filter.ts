import type { ListLocation } from '../section.ts';

/** The forms of filters that an address may hold as typed text. */
const forms = {
  day: /^\d{4}-\d\d-\d\d$/,
  hour: /^\d\d:\d\d$/,
  month: /^\d{4}-(0[1-9]|1[0-2])$/,
  id: /^[0-9a-f-]{36}$/,
  text: /./,
};

/** The filters of a list besides its search: of each the values to choose from, or the form of its text. */
type FilterKinds = Readonly<Record<string, readonly string[] | keyof typeof forms>>;

/** The values that hold; empty text for none, and for one of another form. */
type FilterValues<Kinds extends FilterKinds> = { readonly search: string } & {
  readonly [Name in keyof Kinds]: Kinds[Name] extends readonly (infer Value extends string)[]
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

/** Reads the filter of a list from the address. */
export function readListFilter<const Kinds extends FilterKinds>(
  { search, filter, setFilters }: ListLocation,
  kinds: Kinds,
): Filter<FilterValues<Kinds>> {
  const given = Object.entries(kinds).map(([name, kind]) => {
    const value = filter(name);
    const isKnown = typeof kind === 'string' ? forms[kind].test(value) : kind.includes(value);
    return [name, isKnown ? value : ''] as const;
  });
  return {
    values: { ...Object.fromEntries(given), search } as FilterValues<Kinds>,
    narrowed: given.some(([, value]) => value !== ''),
    set: setFilters,
    clear: () => setFilters(Object.fromEntries(given.map(([name]) => [name, '']))),
  };
}
