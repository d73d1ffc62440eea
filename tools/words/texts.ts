import { parseSync, type ESTree } from 'vite';
import type { MessageModule } from './modules.ts';

type Node = ESTree.Expression;

/** A text in the source of a module. */
export interface SourceText {
  /** The module and the path in it: `fleet/vehicles.table.seats`. */
  readonly key: string;
  /** As a translator reads it, with `{name}` for each parameter. */
  readonly text: string;
  /** The parameters of the function that makes the text; undefined for a text that is no function. */
  readonly parameters: readonly string[] | undefined;
  readonly start: number;
  readonly end: number;
}

export interface ModuleTexts {
  readonly texts: readonly SourceText[];
  /** The keys of what is code, not a text: a translator cannot change it in a table. */
  readonly skipped: readonly string[];
}

/** The text of a literal, or of a template of parameters alone; undefined for anything else. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = node.quasis.map(({ value }) => value.cooked ?? '');
  const names = node.expressions.map((each) => (each.type === 'Identifier' ? each.name : undefined));
  if (names.includes(undefined) || (names.length > 0 && parts.some((part) => /[{}]/.test(part))))
    return undefined;
  return parts.map((part, index) => (index < names.length ? `${part}{${names[index]}}` : part)).join('');
}

/** The names of the parameters; undefined unless each is a plain name. */
function parametersOf({ params }: ESTree.ArrowFunctionExpression): readonly string[] | undefined {
  const names = params.map((each) => (each.type === 'Identifier' ? each.name : undefined));
  return names.includes(undefined) ? undefined : (names as string[]);
}

/** The forms in a call of `plural`; undefined for any other expression. */
function pluralForms(node: Node): Node | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'plural')
    return undefined;
  return node.arguments.at(2) as Node | undefined;
}

function isExpression(node: { readonly type: string } | null | undefined): node is Node {
  return node != null && node.type !== 'SpreadElement';
}

/** Finds the texts of a module, in the order of its source. */
export function textsOf({ name, path, source }: MessageModule): ModuleTexts {
  const texts: SourceText[] = [];
  const skipped: string[] = [];
  const visit = (node: Node, key: string, parameters?: readonly string[]): void => {
    const text = textOf(node);
    if (text !== undefined) texts.push({ key, text, parameters, start: node.start, end: node.end });
    else if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
      visit(node.expression, key, parameters);
    else if (node.type === 'ObjectExpression') visitProperties(node, key, parameters);
    else if (node.type === 'ArrayExpression')
      for (const [index, each] of node.elements.entries())
        if (isExpression(each)) visit(each, `${key}.${index}`, parameters);
        else skipped.push(`${key}.${index}`);
    else if (node.type === 'ArrowFunctionExpression') visitFunction(node, key);
    else skipped.push(key);
  };
  const visitProperties = (
    { properties }: ESTree.ObjectExpression,
    key: string,
    parameters?: readonly string[],
  ): void => {
    for (const each of properties) {
      const label = each.type === 'Property' && !each.computed && nameOf(each.key);
      if (label) visit(each.value, `${key}.${label}`, parameters);
      else skipped.push(`${key}.…`);
    }
  };
  const visitFunction = (node: ESTree.ArrowFunctionExpression, key: string): void => {
    const parameters = parametersOf(node);
    const body = node.body.type === 'BlockStatement' ? undefined : node.body;
    const made = body && (pluralForms(body) ?? (textOf(body) === undefined ? undefined : body));
    if (parameters && made) visit(made, key, parameters);
    else skipped.push(key);
  };
  for (const statement of parseSync(path, source).program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const { declaration } = statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations) {
      const exported = id.type === 'Identifier' ? id.name : '…';
      const isWhole = exported === name.split('/').at(-1);
      if (init) visit(init, isWhole ? name : `${name}.${exported}`);
    }
  }
  return { texts, skipped };
}

function nameOf(key: ESTree.PropertyKey): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}

/** A string as the formatter writes it: in the quotes that need fewer escapes. */
function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  const [single, double] = [text.split("'").length, text.split('"').length];
  return single > double ? `"${escaped.replaceAll('"', '\\"')}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** The source of a text, which takes the place of the one before. */
export function sourceOf(text: string, parameters: SourceText['parameters']): string {
  if (!parameters || !/\{\w+\}/.test(text)) return quote(text);
  const escaped = text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll('\n', '\\n');
  return `\`${escaped.replaceAll(/\{(\w+)\}/g, '${$1}')}\``;
}

/** The names in braces. */
export function placeholdersOf(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name))];
}
