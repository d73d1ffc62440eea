/** The properties by which headings sort each list of the panel, by its table or view. */
export const sortedColumns = {
  drivers: ['name', 'license_plate', 'average_rating'],
  vehicles: ['license_plate', 'brand_model', 'seats'],
  document_list: ['kind', 'owner_name', 'expires_on'],
  printed_cards: ['folio', 'driver_name', 'printed_at'],
  rights_request_list: ['number', 'name', 'received_on'],
  case_list: ['number', 'driver_name', 'created_at'],
  breaches: ['what', 'happened_on'],
  trip_list: ['day', 'name', 'driver_name'],
} as const;

/** Those of the lists that a function of the database orders, by its name. */
export const functionSorts = {
  list_shifts_by: ['license_plate', 'driver_name', 'started_at'],
  list_drivers_without_shift_by: ['license_plate', 'driver_name', 'started_at'],
  list_devices_by: ['name', 'license_plate', 'last_seen'],
  list_reviews_by: ['rating', 'created_at'],
  list_announcements_by: ['valid_until'],
} as const;

/** Those of the accounts, which the backend lists. */
export const accountSorts = ['created_at'] as const;

/** Those of the cash of a day, which a function of the database lists. */
export const cashSorts = ['driver_name', 'trips', 'to_hand_over'] as const;

/** The filter of a list whose headings sort it. */
export type SortedList<Name extends keyof typeof sortedColumns> = Sorted<
  (typeof sortedColumns)[Name][number]
>;

/** The filter of a list that this function orders. */
export type SortedByFunction<Name extends keyof typeof functionSorts> = Sorted<
  (typeof functionSorts)[Name][number]
>;

/** The property by which a heading has sorted a list; downwards behind “-”. Empty or left out for the list's own order. */
export interface Sorted<Sort extends string> {
  readonly sort?: Sort | `-${Sort}` | '';
}

interface Query {
  order(column: string, options: { readonly ascending: boolean; readonly nullsFirst: boolean }): this;
}

/** A query of `rest/v1` in this order, rows without the property last; the order that it gets afterwards decides between equals. */
export function sorted<Sortable extends Query>(query: Sortable, { sort }: Sorted<string>): Sortable {
  if (!sort) return query;
  return query.order(sort.replace(/^-/, ''), { ascending: !sort.startsWith('-'), nullsFirst: false });
}
