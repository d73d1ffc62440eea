/** A page of a long list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The page that is here, from 1: the last one when the page asked for does not exist any more. */
  readonly page: number;
  /** Rows on all pages. */
  readonly total: number;
}
