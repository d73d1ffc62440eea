import type { Database } from '../../db/database.ts';
import {
  keysSql,
  routinesSql,
  settingsSql,
  tablesSql,
  viewsSql,
  type KeyRow,
  type RoutineRow,
  type SettingRow,
  type TableRow,
  type ViewRow,
} from './queries.ts';
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
  type Relationship,
  type Routine,
  type Table,
} from './types.ts';
import { viewColumns } from './views.ts';

/** Rows of PostgreSQL's catalog. */
export interface CatalogRows {
  readonly tables: readonly TableRow[];
  readonly keys: readonly KeyRow[];
  readonly views: readonly ViewRow[];
  readonly routines: readonly RoutineRow[];
  readonly settings: readonly SettingRow[];
}

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

function tableOf(row: TableRow, primaryKey: readonly string[]): Table {
  return {
    oid: row.oid,
    schema: row.schema,
    name: row.name,
    isView: row.isView,
    primaryKey,
    columns: new Map(
      row.columns.map((column) => [column.name, { ...column, default: column.default ?? undefined }]),
    ),
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

function routineOf(row: RoutineRow): Routine {
  const { schema, name, parameters, volatile, returnsSet, returns } = row;
  const returnsTable =
    row.returnsTable === null ? undefined : { schema: row.returnsSchema ?? '', name: row.returnsTable };
  return { schema, name, parameters, volatile, returnsSet, returns, returnsTable };
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

function computedRelationships(rows: readonly RoutineRow[]): readonly Relationship[] {
  return rows.flatMap((row) => {
    const { ofTable, ofSchema, returnsTable, returnsSchema, schema, name } = row;
    if (ofTable === null || ofSchema === null || returnsTable === null || returnsSchema === null) return [];
    return {
      kind: 'computed',
      table: { schema: ofSchema, name: ofTable },
      target: { schema: returnsSchema, name: returnsTable },
      function: { schema, name },
      toOne: !row.returnsSet || row.rows === 1,
    } satisfies Relationship;
  });
}

/** Builds the catalog of the exposed schemas from what PostgreSQL says. */
export function buildCatalog(rows: CatalogRows, exposed: readonly string[]): Catalog {
  const columnNames = new Map(
    rows.tables.map(({ oid, columns }) => [oid, new Map(columns.map(({ number, name }) => [number, name]))]),
  );
  const views = new Map(rows.views.map(({ oid, tree }) => [oid, viewColumns(tree)]));
  const withoutKeys = new Map(rows.tables.map((row) => [row.oid, tableOf(row, [])]));
  const keysByRelation = primaryKeys(rows.keys, exposures(withoutKeys, columnNames, views));
  const visible = rows.tables.filter(({ schema, isPartition }) => exposed.includes(schema) && !isPartition);
  const byOid = new Map(visible.map((row) => [row.oid, tableOf(row, keysByRelation.get(row.oid) ?? [])]));
  const tables = new Map([...byOid.values()].map((table) => [keyOf(table), table]));

  const keyed = keyRelationships(rows.keys, exposures(byOid, columnNames, views));
  const computed = computedRelationships(rows.routines);
  const callable = rows.routines.filter((row) => row.callable);
  const relationships: readonly Relationship[] = [
    ...keyed,
    ...keyed.map((each) => inverse(each, tables.get(keyOf(each.table))?.isView ?? false)),
    ...junctionRelationships(keyed, tables),
    ...computed,
  ];
  return {
    settings: settingsOf(rows.settings),
    tables,
    relationships: Map.groupBy(relationships, ({ table }) => keyOf(table)),
    routines: Map.groupBy(callable.map(routineOf).toSorted(compareOverloads), keyOf),
  };
}

/** Asks the database. All questions see the same moment. */
export async function readCatalogRows(db: Database, exposed: readonly string[]): Promise<CatalogRows> {
  return db.transaction(async (transaction) => {
    await transaction.query(`set transaction isolation level repeatable read read only`);
    await transaction.query(`set local search_path to ''`);
    return {
      tables: await transaction.query<TableRow>(tablesSql),
      keys: await transaction.query<KeyRow>(keysSql),
      views: await transaction.query<ViewRow>(viewsSql),
      routines: await transaction.query<RoutineRow>(routinesSql, [exposed]),
      settings: await transaction.query<SettingRow>(settingsSql),
    };
  });
}
