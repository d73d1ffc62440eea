export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** The options of a choice, in this order. */
export function optionsOf<Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): readonly Option<Value>[] {
  return values.map((value) => ({ value, label: labels[value] }));
}
