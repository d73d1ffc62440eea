/** A name with its schema. */
export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

export interface Column {
  readonly number: number;
  readonly name: string;
  /** In SQL, with the schema of a user-defined type: `text`, `numeric(2,1)`, `public.mood`. */
  readonly type: string;
  /** The same without modifiers, and for a domain what it is made of. */
  readonly baseType: string;
  /** SQL of the default value; of an identity column the call of its sequence. */
  readonly default: string | null;
  /** The most characters that its type, its domain or a check allows; undefined when nothing says so. */
  readonly maxLength: number | undefined;
}

/** A table, view, materialised view or foreign table. */
export interface Table extends QualifiedName {
  readonly oid: number;
  readonly isView: boolean;
  /**
   * Whether it may have rows that a caller does not see: row-level security is on, or it is a view, whose query may choose by
   * the caller, or a table of another server.
   */
  readonly hidesRows: boolean;
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
}

/** Columns that must be equal: of the table and of the other one. */
export type ColumnPair = readonly [own: string, other: string];

/** The columns that join two tables. */
export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship;

/** Through a foreign key, in either direction. */
export interface KeyRelationship {
  readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one';
  readonly table: Table;
  readonly target: Table;
  readonly constraint: string;
  readonly columns: readonly ColumnPair[];
}

/** Through a table whose primary key holds two foreign keys. */
export interface JunctionRelationship {
  readonly kind: 'many-to-many';
  readonly table: Table;
  readonly target: Table;
  readonly junction: QualifiedName;
  readonly ownConstraint: string;
  readonly targetConstraint: string;
  /** Columns of the table and of the junction. */
  readonly ownColumns: readonly ColumnPair[];
  /** Columns of the target and of the junction. */
  readonly targetColumns: readonly ColumnPair[];
}

/** Through a function that takes the table's row and returns rows of the target. */
export interface ComputedRelationship {
  readonly kind: 'computed';
  readonly table: QualifiedName;
  readonly target: QualifiedName;
  readonly function: QualifiedName;
  readonly toOne: boolean;
}

export interface Parameter {
  /** Empty when the parameter has no name. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface Routine extends QualifiedName {
  readonly parameters: readonly Parameter[];
  readonly volatile: boolean;
  readonly returnsSet: boolean;
  readonly returns: 'void' | 'scalar' | 'composite';
  /** The table whose rows it returns. */
  readonly returnsTable: QualifiedName | null;
}

/** PostgREST's `db-tx-end`: whether transactions commit or roll back, and whether a request may choose. */
export const transactionEnds = [
  'commit',
  'commit-allow-override',
  'rollback',
  'rollback-allow-override',
] as const;

/** Settings of the API that the database holds. */
export interface ApiSettings {
  readonly aggregates: boolean;
  /** Whether requests may ask for execution plans; undefined when the database does not say. */
  readonly plans: boolean | undefined;
  /** Undefined when the database does not say. */
  readonly transactionEnd: (typeof transactionEnds)[number] | undefined;
}

/** The exposed schemas. */
export interface Catalog {
  readonly settings: ApiSettings;
  readonly tables: ReadonlyMap<string, Table>;
  /** By the table they start from. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** Overloads by name. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
}

/** The key of a name in the maps of the catalog. */
export function keyOf({ schema, name }: QualifiedName): string {
  return `${schema}\0${name}`;
}

export function namesIn(schema: string, all: Iterable<QualifiedName>): readonly string[] {
  return [...all].filter((each) => each.schema === schema).map(({ name }) => name);
}

/** Whether a relationship leads to at most one row. */
export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.toOne;
  return relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';
}
