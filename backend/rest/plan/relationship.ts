import {
  keyOf,
  type Catalog,
  type KeyRelationship,
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
  const toTable = 'targetIsView' in relationship && !relationship.targetIsView;
  return toTable && (hasConstraint(relationship, target) || singleColumn(relationship, 0) === target);
}

function names(columns: readonly string[]): string {
  return `(${columns.join(', ')})`;
}

function describe(relationship: Exclude<Relationship, { kind: 'computed' }>) {
  const { table, target, kind } = relationship;
  const embedding = `${table.name} with ${target.name}`;
  if (kind === 'many-to-many') {
    const { junction, ownConstraint, targetConstraint, ownColumns, targetColumns } = relationship;
    const own = names(ownColumns.map(([, column]) => column));
    const other = names(targetColumns.map(([, column]) => column));
    const using = `${junction.name} using ${ownConstraint}${own} and ${targetConstraint}${other}`;
    return { cardinality: kind, embedding, relationship: using };
  }
  const { constraint, columns } = relationship as KeyRelationship;
  const own = names(columns.map(([column]) => column));
  const other = names(columns.map(([, column]) => column));
  return {
    cardinality: kind,
    embedding,
    relationship: `${constraint} using ${table.name}${own} and ${target.name}${other}`,
  };
}

function ambiguous(origin: string, target: string, found: readonly Relationship[]) {
  const stored = found.filter((each) => each.kind !== 'computed');
  const forms = stored.map((each) => {
    const hint = each.kind === 'many-to-many' ? each.junction.name : (each as KeyRelationship).constraint;
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
  const parents = [...catalog.tables.values()].filter(({ schema }) => schema === origin.schema);
  const similar =
    known.length > 0
      ? { name: known.includes(target) ? undefined : mostSimilar(target, known), instead: target }
      : {
          name: mostSimilar(
            origin.name,
            parents.map(({ name }) => name),
          ),
          instead: origin.name,
        };
  const searched = hint === undefined ? '' : `' using the hint '${hint}`;
  return restError('PGRST200', [origin.name, target], {
    details: `Searched for a foreign key relationship between '${origin.name}' and '${target}${searched}' in the schema '${origin.schema}', but no matches were found.`,
    hint: similar.name ? `Perhaps you meant '${similar.name}' instead of '${similar.instead}'.` : null,
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
  const [first, ...others] = found.some(({ kind }) => kind === 'computed')
    ? found.filter(({ kind }) => kind === 'computed')
    : found;
  if (!first) throw notFound(catalog, origin, candidates, target, hint);
  if (others.length > 0) throw ambiguous(origin.name, target, found);
  return first;
}
