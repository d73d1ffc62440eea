import { checkedLengths } from './lengths.ts';
import type { CatalogRows, ColumnRow, KeyRow, RoutineRow, SettingRow, TableRow } from './queries.ts';
import {
  exposures,
  inverse,
  junctionRelationships,
  keyRelationships,
  nameChoices,
  type Exposure,
} from './relationships.ts';
import {
  keyOf,
  transactionEnds,
  type ApiSettings,
  type Catalog,
  type Column,
  type Relationship,
  type Routine,
  type Table,
} from './types.ts';
import { viewColumns, type ViewColumn } from './views.ts';

/** Aggregates are off unless asked for, as upstream: they let anybody make the database work hard. */
function settingsOf(rows: readonly SettingRow[]): ApiSettings {
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const end = values.get('pgrst.db_tx_end');
  const plans = values.get('pgrst.db_plan_enabled');
  return {
    aggregates: values.get('pgrst.db_aggregates_enabled') === 'true',
    plans: plans === undefined ? undefined : plans === 'true',
    transactionEnd: transactionEnds.find((each) => each === end),
  };
}

/** The primary key of each relation; a view has those of the tables behind it that it shows whole. */
function primaryKeys(keys: readonly KeyRow[], shown: ReadonlyMap<number, readonly Exposure[]>) {
  const found = new Map<number, readonly string[]>();
  for (const key of keys.filter(({ type }) => type === 'p'))
    for (const exposure of shown.get(key.table) ?? []) {
      const [choice = []] = nameChoices(exposure, key.columns);
      found.set(exposure.relation.oid, [...(found.get(exposure.relation.oid) ?? []), ...choice]);
    }
  return found;
}

/** PostgREST's order of overloads: by number of parameters, then by their names and types. */
function compareOverloads(one: Routine, other: Routine): number {
  const [own, others] = [one, other].map(({ parameters }) =>
    parameters.flatMap(({ name, type }) => [name, type]),
  );
  if (own!.length !== others!.length) return own!.length - others!.length;
  const at = own!.findIndex((text, index) => text !== others![index]);
  if (at === -1) return 0;
  return own![at]! < others![at]! ? -1 : 1;
}

function computedRelationships(routines: readonly RoutineRow[]): readonly Relationship[] {
  return routines.flatMap(({ schema, name, ofTable, returnsTable, returnsSet, rows }) =>
    ofTable && returnsTable
      ? {
          kind: 'computed' as const,
          table: ofTable,
          target: returnsTable,
          function: { schema, name },
          toOne: !returnsSet || rows === 1,
        }
      : [],
  );
}

function declaredLength({ name, declaredLength: declared, domainChecks }: ColumnRow, ofTable: TableLengths) {
  const lengths = [declared, checkedLengths(domainChecks).get('VALUE'), ofTable.get(name)];
  const known = lengths.filter((length) => typeof length === 'number');
  return known.length > 0 ? Math.min(...known) : undefined;
}

type TableLengths = ReturnType<typeof checkedLengths>;

/** The most characters of a column by its relation and number. A column of a view is as long as the one that it shows. */
function columnLengths(tables: readonly TableRow[], views: ReadonlyMap<number, readonly ViewColumn[]>) {
  const lengths = new Map(
    tables.map(({ oid, columns, checks }) => {
      const ofTable = checkedLengths(checks);
      return [
        oid,
        new Map(columns.map((column) => [column.number, declaredLength(column, ofTable)])),
      ] as const;
    }),
  );
  const find = (relation: number, number: number, depth = 0): number | undefined => {
    const origin = views.get(relation)?.find((column) => column.number === number);
    const own = lengths.get(relation)?.get(number);
    if (own !== undefined || !origin || depth > deepestView) return own;
    return find(origin.sourceTable, origin.sourceColumn, depth + 1);
  };
  return find;
}

function columnOf(row: ColumnRow, maxLength: number | undefined): Column {
  const { number, name, type, baseType, default: value } = row;
  return { number, name, type, baseType, default: value, maxLength };
}

/** Views over views are followed this far. */
const deepestView = 20;

/** Builds the catalog of the exposed schemas from what PostgreSQL says. */
export function buildCatalog(rows: CatalogRows, exposed: readonly string[]): Catalog {
  const views = new Map(rows.views.map(({ oid, tree }) => [oid, viewColumns(tree)]));
  const lengthOf = columnLengths(rows.tables, views);
  const withoutKeys = rows.tables.map(({ oid, schema, name, isView, hidesRows, isPartition, columns }) => ({
    oid,
    schema,
    name,
    isView,
    hidesRows,
    isPartition,
    columns: new Map(columns.map((row) => [row.name, columnOf(row, lengthOf(oid, row.number))])),
    primaryKey: [],
  }));
  const keysByRelation = primaryKeys(rows.keys, exposures(withoutKeys, views));
  const visible = withoutKeys
    .filter(({ schema, isPartition }) => exposed.includes(schema) && !isPartition)
    .map((table): Table => ({ ...table, primaryKey: keysByRelation.get(table.oid) ?? [] }));
  const keyed = keyRelationships(rows.keys, exposures(visible, views));
  const relationships: readonly Relationship[] = [
    ...keyed,
    ...keyed.map(inverse),
    ...junctionRelationships(keyed),
    ...computedRelationships(rows.routines),
  ];
  const callable = rows.routines.filter((routine) => routine.callable);
  return {
    settings: settingsOf(rows.settings),
    tables: new Map(visible.map((table) => [keyOf(table), table])),
    relationships: Map.groupBy(relationships, ({ table }) => keyOf(table)),
    routines: Map.groupBy(callable.toSorted(compareOverloads), keyOf),
  };
}
