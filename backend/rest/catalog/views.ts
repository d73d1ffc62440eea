/** The origin of a view's column: a column of a table or of another view. */
export interface ViewColumn {
  readonly number: number;
  readonly sourceTable: number;
  readonly sourceColumn: number;
}

/** Brackets, and the text between them without escaped characters. */
const token = /[{}()]|\\.|[^{}()\\]+/gs;

/** The origin of a target-list entry, from its own text; empty for a computed or hidden column. */
function originOf(entry: string): readonly ViewColumn[] {
  const number = /:resno (\d+)/.exec(entry)?.[1];
  const [, table, column] = /:resorigtbl ([1-9]\d*) :resorigcol (\d+) :resjunk false/.exec(entry) ?? [];
  if (number === undefined || table === undefined) return [];
  return [{ number: Number(number), sourceTable: Number(table), sourceColumn: Number(column) }];
}

/**
 * Reads from a view's query tree (`pg_rewrite.ev_action`) which columns are those of other relations. Leaves out
 * computed columns, and those of a union. The tree is `({QUERY … :targetList ({TARGETENTRY …} …) …})`: an entry's own
 * text stands in four brackets; deeper are expressions and nested queries.
 */
export function viewColumns(tree: string): readonly ViewColumn[] {
  const columns: ViewColumn[] = [];
  let depth = 0;
  let isTargetList = false;
  let entry = '';
  for (const [text] of tree.matchAll(token)) {
    if (text === '{' || text === '(') {
      depth += 1;
      if (depth === 4) entry = '';
    } else if (text === '}' || text === ')') {
      depth -= 1;
      if (isTargetList && depth === 3) columns.push(...originOf(entry));
      if (isTargetList && depth === 2) return columns;
    } else if (depth === 2) isTargetList = text.endsWith(':targetList ');
    else if (depth === 4 && !text.startsWith('\\')) entry += text;
  }
  return columns;
}
