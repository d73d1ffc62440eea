interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets calls that arrive while a lookup is under way share the next one: an idle server looks up one key at once, a busy one
 * many in one round trip. No lookup begins before the calls that it serves, so no result is older than its call.
 * @param lookUp gives the value of each key, in the order of the keys; when it throws, all its calls do
 * @param most keys of one lookup
 */
export function gather<Key, Value>(
  lookUp: (keys: readonly Key[]) => Promise<readonly Value[]>,
  most: number,
): (key: Key) => Promise<Value> {
  const waiting: Waiting<Key, Value>[] = [];
  let isUnderWay = false;

  async function settle(calls: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await lookUp(calls.map(({ key }) => key));
      for (const [index, { resolve }] of calls.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  async function settleAll(): Promise<void> {
    isUnderWay = true;
    while (waiting.length > 0) await settle(waiting.splice(0, most));
    isUnderWay = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isUnderWay) void settleAll();
    });
}
