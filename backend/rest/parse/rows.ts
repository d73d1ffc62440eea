/** Rows to write: the JSON text of an array of objects, and the keys that the objects have. */
export interface Rows {
  readonly json: string;
  readonly keys: readonly string[];
  readonly count: number;
}
