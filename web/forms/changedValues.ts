/** A value as text; the order of a list does not count. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? JSON.stringify(value.map(textOf).sort()) : JSON.stringify(value);

/** The values in which a draft differs from those it began with. */
export function changedValues<Values extends object>(before: Values, draft: Values): Partial<Values> {
  const names = Object.keys(draft) as (keyof Values)[];
  const changed = names.filter((name) => textOf(draft[name]) !== textOf(before[name]));
  return Object.fromEntries(changed.map((name) => [name, draft[name]])) as Partial<Values>;
}
