import type { CreateFunctionStmt, Node, RangeVar, TypeName } from 'libpg-query';

/** `public.drivers`, of the parts of a name. */
function joined(parts: readonly string[]): string {
  return (parts.length > 1 ? parts : ['public', ...parts]).join('.');
}

function texts(nodes: readonly Node[] = []): string[] {
  return nodes.map((node) => ('String' in node ? (node.String.sval ?? '') : ''));
}

export function tableName(relation: RangeVar | undefined): string {
  return joined([relation?.schemaname ?? 'public', relation?.relname ?? '']);
}

export function listName(nodes: readonly Node[] | undefined): string {
  return joined(texts(nodes));
}

/** The name of what a statement drops, revokes rights on, or moves; a schema's without a dot. */
export function objectName(node: Node | undefined): string {
  if (!node) return '';
  if ('String' in node) return node.String.sval ?? '';
  if ('List' in node) return listName(node.List.items);
  if ('ObjectWithArgs' in node) return listName(node.ObjectWithArgs.objname);
  if ('TypeName' in node) return listName(node.TypeName.names);
  if ('RangeVar' in node) return tableName(node.RangeVar);
  return '';
}

function typeText({ names, arrayBounds }: TypeName = {}): string {
  const parts = texts(names).filter((part) => part !== 'pg_catalog');
  return parts.join('.') + (arrayBounds ? '[]' : '');
}

/** The types of the arguments with which a function is called: `text, int4`. */
export function signature({ parameters = [] }: CreateFunctionStmt): string {
  const inputs = parameters.flatMap((node) => {
    if (!('FunctionParameter' in node)) return [];
    const { mode, argType } = node.FunctionParameter;
    return mode === 'FUNC_PARAM_OUT' || mode === 'FUNC_PARAM_TABLE' ? [] : [typeText(argType)];
  });
  return inputs.join(', ');
}
