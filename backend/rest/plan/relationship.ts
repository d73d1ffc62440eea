import {
  keyOf,
  namesIn,
  type Catalog,
  type ColumnPair,
  type QualifiedName,
  type Relationship,
} from '../catalog/types.ts';
import { restError } from '../errors.ts';
import { mostSimilar } from './similar.ts';

function singleColumn(relationship: Relationship, side: 0 | 1): string | undefined {
  if (relationship.kind === 'computed' || relationship.kind === 'many-to-many') return undefined;
  return relationship.columns.length === 1 ? relationship.columns[0]?.[side] : undefined;
}

function hasConstraint(relationship: Relationship, name: string): boolean {
  return 'constraint' in relationship && relationship.constraint === name;
}

function isSelf({ table, target }: Relationship): boolean {
  return keyOf(table) === keyOf(target);
}

/**
 * A table that refers to itself has each key in both directions. By convention its own name means the children, the
 * name of the key's column the parent.
 */
function matchesSelf(relationship: Relationship, target: string, hint: string | undefined): boolean {
  const { kind } = relationship;
  const named = target === relationship.target.name;
  if (kind === 'many-to-many') return named && (hint === undefined || relationship.junction.name === hint);
  const isChildren = kind === 'one-to-many' && named;
  if (hint !== undefined)
    return isChildren && (singleColumn(relationship, 1) === hint || hasConstraint(relationship, hint));
  return isChildren || (kind !== 'one-to-many' && singleColumn(relationship, 0) === target);
}

function matches(relationship: Relationship, target: string, hint: string | undefined): boolean {
  if (relationship.kind === 'computed') return relationship.function.name === target;
  if (isSelf(relationship)) return matchesSelf(relationship, target, hint);
  const named = relationship.target.name === target;
  if (hint !== undefined)
    return (
      named &&
      (hasConstraint(relationship, hint) ||
        singleColumn(relationship, 0) === hint ||
        singleColumn(relationship, 1) === hint ||
        (relationship.kind === 'many-to-many' && relationship.junction.name === hint))
    );
  if (named) return true;
  const toTable = relationship.kind !== 'many-to-many' && !relationship.target.isView;
  return toTable && (hasConstraint(relationship, target) || singleColumn(relationship, 0) === target);
}

type StoredRelationship = Exclude<Relationship, { kind: 'computed' }>;

function columnsOf(name: string, columns: readonly ColumnPair[], side: 0 | 1): string {
  return `${name}(${columns.map((pair) => pair[side]).join(', ')})`;
}

function describe(each: StoredRelationship) {
  const { table, target, kind } = each;
  const relationship =
    each.kind === 'many-to-many'
      ? `${each.junction.name} using ${columnsOf(each.ownConstraint, each.ownColumns, 1)} and ${columnsOf(each.targetConstraint, each.targetColumns, 1)}`
      : `${each.constraint} using ${columnsOf(table.name, each.columns, 0)} and ${columnsOf(target.name, each.columns, 1)}`;
  return { cardinality: kind, embedding: `${table.name} with ${target.name}`, relationship };
}

function ambiguous(origin: string, target: string, found: readonly Relationship[]) {
  const stored = found.filter((each) => each.kind !== 'computed');
  const forms = stored.map((each) => {
    const hint = each.kind === 'many-to-many' ? each.junction.name : each.constraint;
    return `'${each.target.name}!${hint}'`;
  });
  return restError('PGRST201', [origin, target], {
    details: stored.map(describe),
    hint: `Try changing '${target}' to one of the following: ${forms.join(', ')}. Find the desired relationship in the 'details' key.`,
  });
}

function notFound(
  catalog: Catalog,
  origin: QualifiedName,
  candidates: readonly Relationship[],
  target: string,
  hint: string | undefined,
) {
  const known = candidates.map((each) => each.target.name);
  const parents = namesIn(origin.schema, catalog.tables.values());
  const [instead, names] = known.length > 0 ? [target, known] : [origin.name, parents];
  const similar = known.includes(target) ? undefined : mostSimilar(instead, names);
  const searched = hint === undefined ? '' : `' using the hint '${hint}`;
  return restError('PGRST200', [origin.name, target], {
    details: `Searched for a foreign key relationship between '${origin.name}' and '${target}${searched}' in the schema '${origin.schema}', but no matches were found.`,
    hint: similar ? `Perhaps you meant '${similar}' instead of '${instead}'.` : null,
  });
}

/**
 * Finds the relationship that an embed means: by the target's name, the foreign key's column or constraint, or a
 * function's name; the hint chooses among several.
 * @throws RestError PGRST200, PGRST201
 */
export function findRelationship(
  catalog: Catalog,
  origin: QualifiedName,
  target: string,
  hint: string | undefined,
): Relationship {
  const candidates = (catalog.relationships.get(keyOf(origin)) ?? []).filter(
    (each) => each.target.schema === origin.schema,
  );
  const found = candidates.filter((each) => matches(each, target, hint));
  const computed = found.filter(({ kind }) => kind === 'computed');
  const [first, ...others] = computed.length > 0 ? computed : found;
  if (!first) throw notFound(catalog, origin, candidates, target, hint);
  if (others.length > 0) throw ambiguous(origin.name, target, found);
  return first;
}
