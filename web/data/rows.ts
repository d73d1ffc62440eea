import type { Database } from '../../shared/database.types.ts';

type Public = Database['public'];

/** A row of a function of the database, without the `total` that it repeats for each. */
export type FunctionRow<Name extends keyof Public['Functions']> =
  Public['Functions'][Name]['Returns'] extends readonly (infer Row)[] ? Omit<Row, 'total'> : never;

/** A value of a composite type of the database. */
export type Composite<Name extends keyof Public['CompositeTypes']> = Public['CompositeTypes'][Name];

type DeepReadonly<Value> = Value extends object
  ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
  : Value;

/** `Columns` must name columns of `Row`, with some of their values or null. */
type Fitting<Row, Columns> = {
  readonly [Name in keyof Columns]: Name extends keyof Row ? DeepReadonly<Row[Name]> | null : never;
};

/**
 * A generated row with what its generator cannot know: which columns may be null, and which texts they hold. All columns
 * that `Columns` does not name are never null.
 */
export type Known<Row, Columns extends Fitting<Row, Columns>> = Columns & {
  readonly [Name in Exclude<keyof Row, keyof Columns>]: NonNullable<Row[Name]>;
};
