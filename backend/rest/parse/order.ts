import { Scanner, type Field } from './scanner.ts';

/** One term of `order`: a column, or with `relation` a column of an embedded to-one resource. */
export interface OrderTerm {
  readonly relation: string | undefined;
  readonly field: Field;
  readonly direction: 'asc' | 'desc' | undefined;
  readonly nulls: 'first' | 'last' | undefined;
}

const maxTerms = 20;

/** Parses the value of an `order` parameter: `a.desc.nullslast,relation(b)`. @throws RestError PGRST100 */
export function parseOrder(text: string): readonly OrderTerm[] {
  const scanner = new Scanner('order', text);
  const terms: OrderTerm[] = [];
  do terms.push(term(scanner));
  while (scanner.take(',') && terms.length < maxTerms);
  if (!scanner.atEnd)
    scanner.fail([terms.length < maxTerms ? '","' : `at most ${maxTerms} terms`, 'end of input']);
  return terms;
}

function term(scanner: Scanner): OrderTerm {
  const first = scanner.field();
  const isRelation = first.path.length === 0 && scanner.take('(');
  const field = isRelation ? scanner.field() : first;
  if (isRelation) scanner.expect(')');
  const direction = scanner.take('.asc') ? 'asc' : scanner.take('.desc') ? 'desc' : undefined;
  const nulls = scanner.take('.nullsfirst') ? 'first' : scanner.take('.nullslast') ? 'last' : undefined;
  scanner.skipBlanks();
  if (scanner.take('.'))
    scanner.fail([...(direction ? [] : ['"asc"', '"desc"']), '"nullsfirst"', '"nullslast"']);
  return { relation: isRelation ? first.name : undefined, field, direction, nulls };
}
