import type { Column, Parameter, QualifiedName, Relationship, Routine } from '../catalog/types.ts';
import type { Filter } from '../parse/filter.ts';
import type { Format } from '../parse/media.ts';
import type { OrderTerm } from '../parse/order.ts';
import type { Field } from '../parse/scanner.ts';
import type { SelectField } from '../parse/select.ts';

/** A column of the level's row, resolved. */
export interface PlannedField extends Field {
  /** Whether the column has to be made JSON before its path is followed. */
  readonly toJson: boolean;
  /** Whether the column is a search document already. */
  readonly isSearchDocument: boolean;
  /** See `Column`; undefined for a value inside JSON. */
  readonly maxLength: number | undefined;
}

export interface OutputColumn extends Pick<SelectField, 'cast' | 'aggregate' | 'aggregateCast'> {
  readonly kind: 'column';
  readonly field: PlannedField;
  /** The key in the result; undefined when it is the column's own name, or for all columns. */
  readonly key: string | undefined;
}

export interface OutputEmbed {
  readonly kind: 'embed';
  readonly key: string;
  readonly relationship: Relationship;
  readonly toOne: boolean;
  readonly inner: boolean;
  readonly spread: boolean;
  /** Whether it appears in the result; `rel()` only joins. */
  readonly visible: boolean;
  /** Name of the joined subquery in SQL. */
  readonly joinAlias: string;
  /** Name of the junction table in SQL. */
  readonly junctionAlias: string;
  readonly read: ReadPlan;
}

export type Output = OutputColumn | OutputEmbed;

export type Condition =
  | (Pick<Filter, 'negated' | 'operation'> & { readonly kind: 'compare'; readonly field: PlannedField })
  | { readonly kind: 'and' | 'or'; readonly negated: boolean; readonly terms: readonly Condition[] }
  | { readonly kind: 'related'; readonly embed: OutputEmbed; readonly exists: boolean };

export interface OrderBy extends Pick<OrderTerm, 'direction' | 'nulls'> {
  readonly field: PlannedField;
  /** Name of the joined subquery when it orders by a related row. */
  readonly joinAlias: string | undefined;
}

/** One level of a read: rows of one relation, with what is embedded in them. */
export interface ReadPlan {
  /** The relation; undefined when the rows come from the write or call of this statement. */
  readonly from: QualifiedName | undefined;
  /** Name of the level's row in SQL. */
  readonly alias: string;
  readonly outputs: readonly Output[];
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderBy[];
  readonly limit: bigint | undefined;
  readonly offset: bigint;
  /** Names of the level's columns in the result where they are known, to spread them. */
  readonly columnNames: readonly string[];
}

/** Rows of the request's body, to insert or to change others to. */
export interface GivenRows {
  readonly table: QualifiedName;
  readonly columns: readonly Column[];
  /** JSON text of an array of objects. */
  readonly json: string;
  /** A key that is missing in an object takes the column's default instead of null. */
  readonly defaults: boolean;
}

export interface InsertPlan extends GivenRows {
  readonly kind: 'insert';
  readonly conflict: { readonly columns: readonly string[]; readonly merge: boolean } | undefined;
  /** PUT: the row must have the key that the filters name. */
  readonly mustMatch: readonly Condition[];
}

export interface UpdatePlan extends GivenRows {
  readonly kind: 'update';
  readonly conditions: readonly Condition[];
}

export interface DeletePlan {
  readonly kind: 'delete';
  readonly table: QualifiedName;
  readonly conditions: readonly Condition[];
}

/** An argument of a function: in PostgreSQL's text format, several for a variadic parameter. */
export interface CallArgument extends Omit<Parameter, 'required'> {
  /** undefined: the value comes from the JSON body. */
  readonly value: string | readonly string[] | undefined;
}

export interface CallPlan {
  readonly kind: 'call';
  readonly routine: Routine;
  readonly arguments: readonly CallArgument[];
  /** JSON text of an object with the arguments' values. */
  readonly json: string;
}

/** The write or call that a statement runs before it reads. */
export type Source = InsertPlan | UpdatePlan | DeletePlan | CallPlan;

/** The form of the body: an array, unless there can only be one value or row. */
export interface BodyPlan extends Pick<Format, 'stripNulls'> {
  readonly shape: Format['shape'] | 'none';
  /** The rows hold one value each, not columns. */
  readonly scalar: boolean;
}

/** Everything that the statement of a request must do. */
export interface StatementPlan {
  readonly source: Source | undefined;
  readonly read: ReadPlan;
  readonly body: BodyPlan;
  /** Columns that the write must return for the read. */
  readonly returning: readonly string[];
  /** Total number of rows without the page: counted exactly, or only up to a number. */
  readonly count: { readonly upTo: bigint | undefined } | undefined;
  /** Refuse, and undo, a write that touches another number of rows. */
  readonly guard:
    | { readonly kind: 'single' }
    | { readonly kind: 'atMost'; readonly rows: number }
    | undefined;
  /** Primary key to return for the Location header. */
  readonly location: readonly string[];
}
