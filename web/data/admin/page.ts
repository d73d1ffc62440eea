/** A page of a long list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** From 1; the last page if the requested one does not exist any more. */
  readonly page: number;
  /** Rows on all pages. */
  readonly total: number;
}
