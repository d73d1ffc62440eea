/** Something fetched once. */
export interface Loader<Value> {
  /** Starts the fetch unless it runs or is done; after a failure it starts again. */
  readonly load: () => Promise<Value>;
  /**
   * The promise of the last fetch, a rejected one too. For React's `use`: it renders again after a rejection, and
   * a new promise then would make it fetch for ever.
   */
  readonly current: () => Promise<Value>;
}

/** @param fetch rejects when what it fetches does not come, for example a chunk without a network */
export function loader<Value>(fetch: () => Promise<Value>): Loader<Value> {
  let last: Promise<Value> | undefined;
  let failed = false;
  const load = () => {
    if (last && !failed) return last;
    failed = false;
    last = fetch();
    last.catch(() => (failed = true));
    return last;
  };
  return { load, current: () => last ?? load() };
}
