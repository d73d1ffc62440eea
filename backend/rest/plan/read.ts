import { isToOne, keyOf, type Catalog, type QualifiedName, type Table } from '../catalog/types.ts';
import { restError } from '../errors.ts';
import type { Logic } from '../parse/filter.ts';
import type { OrderTerm } from '../parse/order.ts';
import type { Clause } from '../parse/query.ts';
import type { Field } from '../parse/scanner.ts';
import type { SelectEmbed, SelectField, SelectItem } from '../parse/select.ts';
import { findRelationship } from './relationship.ts';
import type {
  Condition,
  OrderBy,
  Output,
  OutputColumn,
  OutputEmbed,
  PlannedField,
  ReadPlan,
} from './types.ts';

export interface ReadContext {
  readonly catalog: Catalog;
  /** `max_rows` bounds every level. */
  readonly settings: { readonly max_rows: number };
}

/** The origin of a level's rows. */
export interface ReadOrigin {
  /** The relation that relationships start from. */
  readonly name: QualifiedName;
  readonly table: Table | undefined;
  /** Whether the rows are those of the statement's write or call. */
  readonly fromSource: boolean;
  /** Whether the number of rows is limited. A write returns all rows that it touched. */
  readonly paged: boolean;
}

/** PostgreSQL cuts longer names. */
const maxNameCharacters = 63;

function resolveField({ name, path }: Field, table: Table | undefined): PlannedField {
  const column = table?.columns.get(name);
  const type = column?.baseType;
  return {
    name,
    path,
    toJson: path.length > 0 && type !== 'json' && type !== 'jsonb',
    isSearchDocument: path.length === 0 && type === 'tsvector',
    maxLength: path.length === 0 ? column?.maxLength : undefined,
  };
}

/** The key of a value inside JSON is the last name of its path, or the column's when there are only indexes. */
function jsonKey({ name, path }: Field): string | undefined {
  if (path.length === 0) return undefined;
  return path.findLast(({ isIndex }) => !isIndex)?.key ?? name;
}

/** Plans the conditions of a filter or logic tree; a filter on the name of an embed asks whether it has rows. */
export function planCondition(
  logic: Logic,
  table: Table | undefined,
  embeds: readonly OutputEmbed[],
): Condition {
  if (logic.kind !== 'filter') {
    const { kind, negated, terms } = logic;
    return { kind, negated, terms: terms.map((term) => planCondition(term, table, embeds)) };
  }
  const { field, negated, operation } = logic;
  const embed = field.path.length === 0 ? embeds.find(({ key }) => key === field.name) : undefined;
  if (embed && operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null'))
    return { kind: 'related', embed, exists: negated !== (operation.value === 'not_null') };
  if (embed && !table?.columns.has(field.name))
    throw restError('PGRST120', [field.name], {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    });
  return { kind: 'compare', field: resolveField(field, table), negated, operation };
}

class ReadPlanner {
  readonly #context: ReadContext;
  #joins = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  level(
    origin: ReadOrigin,
    alias: string,
    items: readonly SelectItem[],
    clauses: readonly Clause[],
    depth: number,
  ): ReadPlan {
    const nested = clauses.filter(({ path }) => path.length > 0);
    const outputs = items.map((item) =>
      item.kind === 'field'
        ? this.#column(item, origin.table)
        : this.#embed(item, origin, alias, nestedClauses(item, items, nested), depth + 1),
    );
    const embeds = outputs.filter((output) => output.kind === 'embed');
    refuseRepeatedKeys(embeds, origin, depth);
    refuseUnknownPaths(nested, items);
    const own = clauses.filter(({ path }) => path.length === 0);
    const limit = own.findLast((clause) => clause.kind === 'limit')?.value;
    const maxRows = BigInt(this.#context.settings.max_rows);
    return {
      from: origin.fromSource ? undefined : origin.name,
      alias,
      outputs,
      conditions: own.flatMap((clause) =>
        clause.kind === 'condition' ? planCondition(clause.condition, origin.table, embeds) : [],
      ),
      order: own.flatMap((clause) =>
        clause.kind === 'order' ? clause.terms.map((term) => planOrder(term, origin, embeds)) : [],
      ),
      limit: origin.paged ? (limit === undefined || limit > maxRows ? maxRows : limit) : undefined,
      offset: own.findLast((clause) => clause.kind === 'offset')?.value ?? 0n,
      columnNames: outputs.flatMap((output) => columnNames(output, origin.table)),
    };
  }

  #column(item: SelectField, table: Table | undefined): OutputColumn {
    const { field, alias, cast, aggregate, aggregateCast } = item;
    if (aggregate && !this.#context.catalog.settings.aggregates) throw restError('PGRST123', []);
    const key = alias ?? aggregate ?? jsonKey(field);
    return { kind: 'column', field: resolveField(field, table), key, cast, aggregate, aggregateCast };
  }

  #embed(
    item: SelectEmbed,
    parent: ReadOrigin,
    parentAlias: string,
    clauses: readonly Clause[],
    depth: number,
  ): OutputEmbed {
    const { catalog } = this.#context;
    const relationship = findRelationship(catalog, parent.name, item.name, item.hint);
    const { target } = relationship;
    this.#joins += 1;
    const number = this.#joins;
    const name = `${target.name}_${depth}`;
    const alias = name.length > maxNameCharacters / 2 || name === parentAlias ? `t_${number}` : name;
    const origin = { name: target, table: catalog.tables.get(keyOf(target)), fromSource: false, paged: true };
    const read = this.level(origin, alias, item.items, clauses, depth);
    return {
      kind: 'embed',
      key: item.alias ?? item.name,
      relationship,
      toOne: isToOne(relationship),
      inner: item.join === 'inner',
      spread: item.spread,
      visible: read.outputs.some((output) => output.kind === 'column' || output.visible),
      joinAlias: `pgrst_join_${number}`,
      junctionAlias: `pgrst_junction_${number}`,
      read,
    };
  }
}

function isNamed(item: SelectItem, name: string | undefined): boolean {
  return item.kind === 'embed' && (item.alias === name || item.name === name);
}

/** The clauses that are about an embed, from its point of view. The first embed of a name gets them. */
function nestedClauses(embed: SelectEmbed, items: readonly SelectItem[], clauses: readonly Clause[]) {
  return clauses
    .filter(({ path }) => items.find((item) => isNamed(item, path[0])) === embed)
    .map((clause) => ({ ...clause, path: clause.path.slice(1) }));
}

function refuseUnknownPaths(clauses: readonly Clause[], items: readonly SelectItem[]): void {
  for (const { path } of clauses)
    if (!items.some((item) => isNamed(item, path[0]))) throw notEmbedded(path[0] ?? '');
}

/** Rejects two embeds under one key: the object would hold that key twice, and parsers keep only the second. */
function refuseRepeatedKeys(embeds: readonly OutputEmbed[], { name }: ReadOrigin, depth: number): void {
  const repeated = embeds.find(({ key }, index) => embeds.findIndex((each) => each.key === key) < index);
  if (repeated) throw restError('42712', [`${name.name}_${repeated.key}_${depth + 1}`]);
}

function notEmbedded(name: string) {
  return restError('PGRST108', [name], {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

function planOrder(term: OrderTerm, origin: ReadOrigin, embeds: readonly OutputEmbed[]): OrderBy {
  const { relation, ...rest } = term;
  if (relation === undefined)
    return { ...rest, field: resolveField(term.field, origin.table), joinAlias: undefined };
  const embed = embeds.find(({ key }) => key === relation);
  if (!embed) throw notEmbedded(relation);
  if (!embed.toOne)
    throw restError('PGRST118', [relation], {
      details: `'${origin.name.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    });
  return { ...rest, field: resolveField(term.field, undefined), joinAlias: embed.joinAlias };
}

function columnNames(output: Output, table: Table | undefined): readonly string[] {
  if (output.kind === 'column') {
    if (output.key !== undefined) return [output.key];
    return output.field.name === '*' ? [...(table?.columns.keys() ?? [])] : [output.field.name];
  }
  if (!output.visible) return [];
  return output.spread ? output.read.columnNames : [output.key];
}

/**
 * Plans a read: every name is looked up, every clause finds its level.
 * @throws RestError 42712, PGRST108, PGRST118, PGRST120, PGRST123, PGRST200, PGRST201
 */
export function planRead(
  context: ReadContext,
  origin: ReadOrigin,
  items: readonly SelectItem[],
  clauses: readonly Clause[],
): ReadPlan {
  return new ReadPlanner(context).level(origin, origin.name.name, items, clauses, 0);
}
