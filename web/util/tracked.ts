/**
 * The same promise, with its result noted on it once it has settled, where React's `use` reads it: a promise alone would
 * suspend a component although it has long been settled. A rejection counts as handled.
 */
export function tracked<Value>(promise: Promise<Value>): Promise<Value> {
  const note = (result: PromiseSettledResult<Value>): void => void Object.assign(promise, result);
  promise.then(
    (value) => note({ status: 'fulfilled', value }),
    (reason: unknown) => note({ status: 'rejected', reason }),
  );
  return promise;
}

/** The result of a tracked promise, undefined until it has settled. */
export function settledResult<Value>(promise: Promise<Value>): PromiseSettledResult<Value> | undefined {
  return 'status' in promise ? (promise as Promise<Value> & PromiseSettledResult<Value>) : undefined;
}
