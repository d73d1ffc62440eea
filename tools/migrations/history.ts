import { parse, type Node } from 'libpg-query';
import { listName, objectName, signature, tableName } from './names.ts';

/** The statements of a migration. @throws SqlError */
export async function statementsOf(sql: string): Promise<readonly Node[]> {
  const { stmts = [] } = await parse(sql);
  return stmts.flatMap(({ stmt }) => stmt ?? []);
}

/** The functions that migrations leave behind: the types of their arguments, by name. */
export type Functions = ReadonlyMap<string, ReadonlySet<string>>;

export function collectFunctions(statements: readonly Node[]): Functions {
  const functions = new Map<string, Set<string>>();
  for (const node of statements) {
    if ('CreateFunctionStmt' in node) {
      const name = listName(node.CreateFunctionStmt.funcname);
      functions.set(name, (functions.get(name) ?? new Set()).add(signature(node.CreateFunctionStmt)));
    }
    if ('DropStmt' in node && node.DropStmt.removeType === 'OBJECT_FUNCTION')
      for (const object of node.DropStmt.objects ?? []) functions.delete(objectName(object));
  }
  return functions;
}

/** The objects that a migration makes, drops and sets, so that one of its statements can be judged beside the others. */
export interface Changes {
  /** New tables, views, types, functions and schemas: nobody uses them yet. */
  readonly made: ReadonlySet<string>;
  /** Constraints that it drops, and policies that it drops or creates: `table name`. */
  readonly droppedConstraints: ReadonlySet<string>;
  readonly droppedPolicies: ReadonlySet<string>;
  readonly createdPolicies: ReadonlySet<string>;
  /** Columns that get a default: `table column`. */
  readonly defaults: ReadonlySet<string>;
}

/** The name of a new object that a statement creates; undefined for other statements and for replaced functions. */
function createdBy(node: Node, earlier: Functions): string | undefined {
  if ('CreateStmt' in node) return tableName(node.CreateStmt.relation);
  if ('CreateTableAsStmt' in node) return tableName(node.CreateTableAsStmt.into?.rel);
  if ('ViewStmt' in node && !node.ViewStmt.replace) return tableName(node.ViewStmt.view);
  if ('CreateSchemaStmt' in node) return node.CreateSchemaStmt.schemaname;
  if ('CreateEnumStmt' in node) return listName(node.CreateEnumStmt.typeName);
  if ('CreateDomainStmt' in node) return listName(node.CreateDomainStmt.domainname);
  if ('CompositeTypeStmt' in node) return tableName(node.CompositeTypeStmt.typevar);
  if (!('CreateFunctionStmt' in node)) return undefined;
  const name = listName(node.CreateFunctionStmt.funcname);
  return earlier.has(name) ? undefined : name;
}

export function collectChanges(statements: readonly Node[], earlier: Functions): Changes {
  const made = new Set(statements.flatMap((node) => createdBy(node, earlier) ?? []));
  const [droppedConstraints, defaults] = [new Set<string>(), new Set<string>()];
  const [droppedPolicies, createdPolicies] = [new Set<string>(), new Set<string>()];
  for (const node of statements) {
    if ('CreatePolicyStmt' in node) {
      const { table, policy_name: name } = node.CreatePolicyStmt;
      createdPolicies.add(`${tableName(table)}.${name}`);
    }
    if ('DropStmt' in node && node.DropStmt.removeType === 'OBJECT_POLICY')
      for (const object of node.DropStmt.objects ?? []) droppedPolicies.add(policyOf(object));
    if (!('AlterTableStmt' in node)) continue;
    const { relation, cmds = [] } = node.AlterTableStmt;
    for (const command of cmds) {
      if (!('AlterTableCmd' in command)) continue;
      const { subtype, name, def } = command.AlterTableCmd;
      const place = `${tableName(relation)} ${name}`;
      if (subtype === 'AT_DropConstraint') droppedConstraints.add(place);
      if (subtype === 'AT_ColumnDefault' && def) defaults.add(place);
    }
  }
  return { made, droppedConstraints, droppedPolicies, createdPolicies, defaults };
}

/** `public.drivers.drivers_select`: a dropped policy names its table and itself in one list. */
export function policyOf(object: Node): string {
  const name = objectName(object);
  return name.split('.').length > 2 ? name : `public.${name}`;
}
