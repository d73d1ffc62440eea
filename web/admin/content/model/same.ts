import { isObject } from '../../../../shared/content/shape.ts';

/** As JSON with sorted fields: the database returns them in another order than they were written. */
function sortedJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

/** Whether two parts of documents say the same, whatever the order of their fields. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || sortedJson(a) === sortedJson(b);
}
