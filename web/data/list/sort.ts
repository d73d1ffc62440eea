/** The properties by which headings sort each list of the panel, by its table or view. */
export const sortedColumns = {
  drivers: ['name', 'license_plate', 'average_rating'],
  vehicles: ['license_plate', 'brand_model', 'seats'],
  document_list: ['kind', 'owner_name', 'expires_on'],
  printed_cards: ['folio', 'driver_name', 'printed_at'],
  rights_request_list: ['number', 'name', 'received_on'],
  case_list: ['number', 'driver_name', 'created_at'],
  trip_list: ['day', 'name', 'driver_name'],
} as const;

/** Those of the cash of a day, which a function of the database lists. */
export const cashSorts = ['driver_name', 'trips', 'to_hand_over'] as const;

/** The filter of a list whose headings sort it. */
export type SortedList<Name extends keyof typeof sortedColumns> = Sorted<
  (typeof sortedColumns)[Name][number]
>;

/** The property by which a heading has sorted a list; downwards behind “-”. Left out for the list's own order. */
export interface Sorted<Sort extends string> {
  readonly sort?: Sort | `-${Sort}`;
}

interface Query {
  order(column: string, options: { readonly ascending: boolean; readonly nullsFirst: boolean }): this;
}

/** A query of `rest/v1` in this order, rows without the property last; the order that it gets afterwards decides between equals. */
export function sorted<Sortable extends Query>(query: Sortable, { sort }: Sorted<string>): Sortable {
  if (sort === undefined) return query;
  return query.order(sort.replace(/^-/, ''), { ascending: !sort.startsWith('-'), nullsFirst: false });
}
