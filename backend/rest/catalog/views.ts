/** The origin of a view's column: a column of a table or of another view. */
export interface ViewColumn {
  /** Number of the view's column. */
  readonly number: number;
  readonly sourceTable: number;
  readonly sourceColumn: number;
}

/** The position of the bracket that closes the one at `start`. A backslash in a tree escapes the next character. */
function closing(tree: string, start: number): number {
  let depth = 0;
  for (let at = start; at < tree.length; at += 1) {
    const character = tree[at];
    if (character === '\\') at += 1;
    else if (character === '{' || character === '(') depth += 1;
    else if (character === '}' || character === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return tree.length;
}

/** A node's own text: what it holds in brackets is left out. */
function ownText(tree: string, start: number, end: number): string {
  let text = '';
  for (let at = start + 1; at < end; at += 1) {
    const character = tree[at]!;
    if (character === '\\') at += 1;
    else if (character === '{' || character === '(') at = closing(tree, at);
    else text += character;
  }
  return text;
}

/** The start of a field's list in the first node, such as `:targetList (`, not in a nested query. */
function fieldList(tree: string, field: string): number {
  const start = tree.indexOf('{');
  for (let at = start + 1; at < tree.length; at += 1) {
    const character = tree[at];
    if (character === '\\') at += 1;
    else if (tree.startsWith(`${field} (`, at)) return at + field.length + 1;
    else if (character === '{' || character === '(') at = closing(tree, at);
  }
  return -1;
}

function attribute(text: string, name: string): number {
  return Number(new RegExp(`:${name} (\\d+)`).exec(text)?.[1] ?? 0);
}

/**
 * Reads from a view's query tree (`pg_rewrite.ev_action`) which columns are those of other relations. Computed
 * columns, and those of a union, are left out.
 */
export function viewColumns(tree: string): readonly ViewColumn[] {
  const start = fieldList(tree, ':targetList');
  if (start < 0) return [];
  const columns: ViewColumn[] = [];
  const end = closing(tree, start);
  for (let at = tree.indexOf('{', start); at >= 0 && at < end;) {
    const entryEnd = closing(tree, at);
    const text = ownText(tree, at, entryEnd);
    const sourceTable = attribute(text, 'resorigtbl');
    if (sourceTable > 0 && !text.includes(':resjunk true'))
      columns.push({
        number: attribute(text, 'resno'),
        sourceTable,
        sourceColumn: attribute(text, 'resorigcol'),
      });
    at = tree.indexOf('{', entryEnd);
  }
  return columns;
}
