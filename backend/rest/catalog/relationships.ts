import type { KeyRow } from './queries.ts';
import {
  keyOf,
  type ColumnPair,
  type JunctionRelationship,
  type KeyRelationship,
  type Table,
} from './types.ts';
import type { ViewColumn } from './views.ts';

/** The most combinations to try when a view shows the same key column several times. */
const maxCombinations = 16;

/** A relation that shows columns of a table: the table itself, or a view on it. */
export interface Exposure {
  readonly relation: Table;
  /** Names of a column of the table in the relation. */
  readonly namesOf: (column: number) => readonly string[];
}

/** The columns of the tables behind a view, also when it stands on other views: names by table and column. */
function baseColumns(
  view: number,
  viewColumns: ReadonlyMap<number, readonly ViewColumn[]>,
): readonly ViewColumn[] {
  return (viewColumns.get(view) ?? []).flatMap((column) => {
    if (!viewColumns.has(column.sourceTable)) return [column];
    return baseColumns(column.sourceTable, viewColumns)
      .filter(({ number }) => number === column.sourceColumn)
      .map(({ sourceTable, sourceColumn }) => ({ number: column.number, sourceTable, sourceColumn }));
  });
}

/** The relations that show each table, by the table's oid. */
export function exposures(
  tables: ReadonlyMap<number, Table>,
  columnNames: ReadonlyMap<number, ReadonlyMap<number, string>>,
  viewColumns: ReadonlyMap<number, readonly ViewColumn[]>,
): ReadonlyMap<number, readonly Exposure[]> {
  const shown = new Map<number, Exposure[]>();
  for (const [oid, relation] of tables) {
    const names = columnNames.get(oid);
    shown.set(oid, [
      ...(shown.get(oid) ?? []),
      { relation, namesOf: (column) => present(names?.get(column)) },
    ]);
    if (!viewColumns.has(oid)) continue;
    const columns = baseColumns(oid, viewColumns);
    for (const table of new Set(columns.map(({ sourceTable }) => sourceTable))) {
      const namesOf = (wanted: number): readonly string[] =>
        columns
          .filter(({ sourceTable, sourceColumn }) => sourceTable === table && sourceColumn === wanted)
          .flatMap(({ number }) => present(names?.get(number)));
      shown.set(table, [...(shown.get(table) ?? []), { relation, namesOf }]);
    }
  }
  return shown;
}

function present<Value>(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}

/** Every choice of one name per column; none when a column is not shown. */
export function nameChoices(exposure: Exposure, columns: readonly number[]): readonly (readonly string[])[] {
  return columns.reduce<readonly (readonly string[])[]>(
    (choices, column) =>
      choices
        .flatMap((choice) => exposure.namesOf(column).map((name) => [...choice, name]))
        .slice(0, maxCombinations),
    [[]],
  );
}

function isUnique(key: KeyRow, keys: readonly KeyRow[]): boolean {
  const columns = new Set(key.columns);
  return keys.some(
    (other) =>
      other.type !== 'f' &&
      other.table === key.table &&
      other.columns.length === columns.size &&
      other.columns.every((column) => columns.has(column)),
  );
}

/** The relationships of foreign keys, from the side that has the key. */
export function keyRelationships(
  keys: readonly KeyRow[],
  shown: ReadonlyMap<number, readonly Exposure[]>,
): readonly KeyRelationship[] {
  const found: KeyRelationship[] = [];
  for (const key of keys.filter(({ type }) => type === 'f')) {
    const kind = isUnique(key, keys) ? 'one-to-one' : 'many-to-one';
    for (const from of shown.get(key.table) ?? [])
      for (const own of nameChoices(from, key.columns))
        for (const to of shown.get(key.target) ?? [])
          for (const other of nameChoices(to, key.targetColumns ?? []))
            found.push({
              kind,
              table: from.relation,
              target: to.relation,
              constraint: key.name,
              columns: own.map((name, index): ColumnPair => [name, other[index]!]),
              targetIsView: to.relation.isView,
            });
  }
  return found;
}

/** The same relationship seen from the other side. */
export function inverse(relationship: KeyRelationship, tableIsView: boolean): KeyRelationship {
  return {
    ...relationship,
    kind: relationship.kind === 'one-to-one' ? 'one-to-one' : 'one-to-many',
    table: relationship.target,
    target: relationship.table,
    columns: relationship.columns.map(([own, other]) => [other, own]),
    targetIsView: tableIsView,
  };
}

/** The many-to-many relationships: two keys of a relation whose primary key holds both. */
export function junctionRelationships(
  keyed: readonly KeyRelationship[],
  tables: ReadonlyMap<string, Table>,
): readonly JunctionRelationship[] {
  const byJunction = Map.groupBy(
    keyed.filter(({ kind }) => kind === 'many-to-one'),
    ({ table }) => keyOf(table),
  );
  const found: JunctionRelationship[] = [];
  for (const [junction, candidates] of byJunction) {
    const primaryKey = new Set(tables.get(junction)?.primaryKey);
    const inKey = candidates.filter(({ columns }) => columns.every(([own]) => primaryKey.has(own)));
    for (const own of inKey)
      for (const other of inKey)
        if (own.constraint !== other.constraint)
          found.push({
            kind: 'many-to-many',
            table: own.target,
            target: other.target,
            junction: own.table,
            ownConstraint: own.constraint,
            targetConstraint: other.constraint,
            ownColumns: own.columns.map(([inJunction, column]) => [column, inJunction]),
            targetColumns: other.columns.map(([inJunction, column]) => [column, inJunction]),
          });
  }
  return found;
}
