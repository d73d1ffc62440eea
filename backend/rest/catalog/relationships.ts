import type { KeyRow } from './queries.ts';
import type { ColumnPair, JunctionRelationship, KeyRelationship, Table } from './types.ts';
import type { ViewColumn } from './views.ts';

/** The most combinations to try when a view shows the same key column several times. */
const maxCombinations = 16;

/** A relation that shows columns of a table: the table itself, or a view on it. */
export interface Exposure {
  readonly relation: Table;
  /** Names of a column of the table in the relation. */
  readonly namesOf: (column: number) => readonly string[];
}

/** The columns of the tables behind a view, also when it stands on other views; none for a table. */
function baseColumns(
  view: number,
  viewColumns: ReadonlyMap<number, readonly ViewColumn[]>,
): readonly ViewColumn[] {
  return (viewColumns.get(view) ?? []).flatMap((column) => {
    if (!viewColumns.has(column.sourceTable)) return [column];
    return baseColumns(column.sourceTable, viewColumns)
      .filter(({ number }) => number === column.sourceColumn)
      .map((base) => ({ ...base, number: column.number }));
  });
}

/** The relations that show each table, by the table's oid. */
export function exposures(
  relations: readonly Table[],
  viewColumns: ReadonlyMap<number, readonly ViewColumn[]>,
): ReadonlyMap<number, readonly Exposure[]> {
  const shown = relations.flatMap((relation) => {
    const names = new Map([...relation.columns.values()].map(({ number, name }) => [number, name]));
    const namesOf = (columns: readonly number[]) => columns.flatMap((column) => names.get(column) ?? []);
    const itself = { table: relation.oid, relation, namesOf: (column: number) => namesOf([column]) };
    const behind = Map.groupBy(baseColumns(relation.oid, viewColumns), ({ sourceTable }) => sourceTable);
    const onOthers = [...behind].map(([table, columns]) => {
      const numbers = Map.groupBy(columns, ({ sourceColumn }) => sourceColumn);
      const shownAs = (column: number) => (numbers.get(column) ?? []).map(({ number }) => number);
      return { table, relation, namesOf: (column: number) => namesOf(shownAs(column)) };
    });
    return [itself, ...onOthers];
  });
  return Map.groupBy(shown, ({ table }) => table);
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
          for (const other of nameChoices(to, key.targetColumns ?? [])) {
            const columns = own.map((name, index): ColumnPair => [name, other[index]!]);
            found.push({ kind, table: from.relation, target: to.relation, constraint: key.name, columns });
          }
  }
  return found;
}

const swap = ([own, other]: ColumnPair): ColumnPair => [other, own];

/** The same relationship seen from the other side. */
export function inverse({ kind, table, target, constraint, columns }: KeyRelationship): KeyRelationship {
  const inverseKind = kind === 'one-to-one' ? kind : 'one-to-many';
  return { kind: inverseKind, table: target, target: table, constraint, columns: columns.map(swap) };
}

/** The many-to-many relationships: two keys of a relation whose primary key holds both. */
export function junctionRelationships(keyed: readonly KeyRelationship[]): readonly JunctionRelationship[] {
  const byJunction = Map.groupBy(
    keyed.filter(({ kind }) => kind === 'many-to-one'),
    ({ table }) => table,
  );
  return [...byJunction].flatMap(([junction, candidates]) => {
    const inKey = candidates.filter(({ columns }) =>
      columns.every(([own]) => junction.primaryKey.includes(own)),
    );
    const pairs = inKey.flatMap((own) => inKey.map((other) => [own, other] as const));
    return pairs
      .filter(([own, other]) => own.constraint !== other.constraint)
      .map(([own, other]) => ({
        kind: 'many-to-many',
        table: own.target,
        target: other.target,
        junction,
        ownConstraint: own.constraint,
        targetConstraint: other.constraint,
        ownColumns: own.columns.map(swap),
        targetColumns: other.columns.map(swap),
      }));
  });
}
