import type { AlterTableCmd, ColumnDef, Node, ObjectType } from 'libpg-query';
import { policyOf, type Changes, type Functions } from './history.ts';
import { listName, objectName, signature, tableName } from './names.ts';

/** Judges one statement: gives why a process of the version before could not live with it. */
type Rule = (node: Node, changes: Changes, earlier: Functions) => readonly string[];

/** These may go: no request of an older process names them. A policy has a rule of its own. */
const droppable: ReadonlySet<ObjectType | undefined> = new Set<ObjectType>([
  'OBJECT_TRIGGER',
  'OBJECT_INDEX',
  'OBJECT_RULE',
  'OBJECT_POLICY',
]);
const renamable: ReadonlySet<ObjectType | undefined> = new Set<ObjectType>([
  'OBJECT_TRIGGER',
  'OBJECT_INDEX',
  'OBJECT_POLICY',
  'OBJECT_TABCONSTRAINT',
]);

const kindOf = (type: ObjectType | undefined): string =>
  String(type).slice('OBJECT_'.length).toLowerCase().replaceAll('_', ' ');

const drops: Rule = (node, { made, createdPolicies }) => {
  if ('DropRoleStmt' in node || 'DropOwnedStmt' in node) return ['drops a role or what it owns'];
  if (!('DropStmt' in node)) return [];
  const { removeType, objects = [] } = node.DropStmt;
  if (removeType === 'OBJECT_POLICY') {
    const gone = objects.map(policyOf).filter((name) => !createdPolicies.has(name));
    return gone.map((name) => `drops the policy ${name} without creating it again`);
  }
  if (droppable.has(removeType)) return [];
  const gone = objects.map(objectName).filter((name) => !made.has(name));
  return gone.map((name) => `drops the ${kindOf(removeType)} ${name}`);
};

const renames: Rule = (node, { made }) => {
  if ('AlterEnumStmt' in node && node.AlterEnumStmt.oldVal !== undefined)
    return [`renames the value ${node.AlterEnumStmt.oldVal}`];
  if ('AlterObjectSchemaStmt' in node) {
    const { relation, object } = node.AlterObjectSchemaStmt;
    const name = relation ? tableName(relation) : objectName(object);
    return made.has(name) ? [] : [`moves ${name} to another schema`];
  }
  if (!('RenameStmt' in node) || renamable.has(node.RenameStmt.renameType)) return [];
  const { renameType, relation, object, subname } = node.RenameStmt;
  const name = relation ? tableName(relation) : objectName(object);
  const part = renameType === 'OBJECT_COLUMN' ? `.${subname}` : '';
  return made.has(name) ? [] : [`renames the ${kindOf(renameType)} ${name}${part}`];
};

/** Whether a new column takes null or fills itself, so that an older process can go on inserting rows. */
function fillsItself({ constraints = [], typeName }: ColumnDef): boolean {
  const kinds = new Set(
    constraints.map((each) => ('Constraint' in each ? each.Constraint.contype : undefined)),
  );
  if (!kinds.has('CONSTR_NOTNULL') && !kinds.has('CONSTR_PRIMARY')) return true;
  const isSerial = /serial/.test(listName(typeName?.names));
  return (
    isSerial ||
    (['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED'] as const).some((kind) => kinds.has(kind))
  );
}

/** Why an older process could not live with one command of `alter table`; undefined when it can. */
function refusalOf(
  { subtype, name = '', def }: AlterTableCmd,
  table: string,
  changes: Changes,
): string | undefined {
  const place = `${table} ${name}`;
  switch (subtype) {
    case 'AT_DropColumn':
      return `drops the column ${name} of ${table}`;
    case 'AT_AlterColumnType':
      return `changes the type of ${name} of ${table}`;
    case 'AT_SetNotNull':
      return changes.defaults.has(place) ? undefined : `makes ${name} of ${table} not null without a default`;
    case 'AT_ColumnDefault':
      return def ? undefined : `drops the default of ${name} of ${table}`;
    case 'AT_DropIdentity':
      return `drops the identity of ${name} of ${table}`;
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def && !fillsItself(def.ColumnDef)
        ? `adds the not-null column ${def.ColumnDef.colname} to ${table} without a default`
        : undefined;
    case 'AT_AddConstraint': {
      const constraint = def && 'Constraint' in def ? def.Constraint.conname : undefined;
      const isReplaced = changes.droppedConstraints.has(`${table} ${constraint}`);
      return isReplaced ? undefined : `adds the constraint ${constraint ?? '(unnamed)'} to ${table}`;
    }
    case 'AT_EnableRowSecurity':
    case 'AT_ForceRowSecurity':
      return `hides rows of ${table} by row-level security`;
    default:
      return undefined;
  }
}

const alterations: Rule = (node, changes) => {
  if ('AlterDomainStmt' in node) {
    const { subtype = '', typeName } = node.AlterDomainStmt;
    const name = listName(typeName);
    return 'CO'.includes(subtype) && !changes.made.has(name) ? [`narrows the domain ${name}`] : [];
  }
  if (!('AlterTableStmt' in node)) return [];
  const { relation, cmds = [] } = node.AlterTableStmt;
  const table = tableName(relation);
  if (changes.made.has(table)) return [];
  return cmds.flatMap((command) =>
    'AlterTableCmd' in command ? (refusalOf(command.AlterTableCmd, table, changes) ?? []) : [],
  );
};

const narrowings: Rule = (node, { made, droppedPolicies }) => {
  if ('IndexStmt' in node) {
    const { unique, relation, idxname } = node.IndexStmt;
    return unique && !made.has(tableName(relation))
      ? [`adds the unique index ${idxname} to ${tableName(relation)}`]
      : [];
  }
  if (!('CreatePolicyStmt' in node)) return [];
  const { permissive, table, policy_name: name } = node.CreatePolicyStmt;
  const isAllowed =
    permissive || made.has(tableName(table)) || droppedPolicies.has(`${tableName(table)}.${name}`);
  return isAllowed ? [] : [`restricts ${tableName(table)} by the policy ${name}`];
};

const functions: Rule = (node, _, earlier) => {
  if (!('CreateFunctionStmt' in node)) return [];
  const name = listName(node.CreateFunctionStmt.funcname);
  const known = earlier.get(name);
  if (!known || known.has(signature(node.CreateFunctionStmt))) return [];
  return [`gives the function ${name} other arguments: calls by its name become ambiguous`];
};

const revocations: Rule = (node, { made }) => {
  if ('GrantRoleStmt' in node) return node.GrantRoleStmt.is_grant ? [] : ['takes a role away'];
  if (!('GrantStmt' in node) || node.GrantStmt.is_grant) return [];
  const names = (node.GrantStmt.objects ?? []).map(objectName);
  return names.filter((name) => !made.has(name)).map((name) => `revokes rights on ${name}`);
};

/** A script hides its effect, so it may not contain words of the statements above. */
const scripts: Rule = (node) => {
  if (!('DoStmt' in node)) return [];
  const found = /\b(drop|rename|revoke|alter\s+column|set\s+not\s+null)\b/i.exec(
    JSON.stringify(node.DoStmt.args),
  );
  return found ? [`does “${found[0]}” in a do block, which this check cannot read`] : [];
};

export const rules: readonly Rule[] = [
  drops,
  renames,
  alterations,
  narrowings,
  functions,
  revocations,
  scripts,
];
