import {
  emptyTexts,
  mapFields,
  namesOf,
  textsOfRow,
  type RecordField,
  type RecordTexts,
  type RowWith,
} from '../../../../shared/records/field.ts';
import { check } from '../../../../shared/validation.ts';
import { readDay } from '../../../util/reading/day.ts';
import { cellOf } from './exportFile.ts';
import {
  plainText,
  planOf,
  ruinedColumns,
  type Cells,
  type FileLine,
  type ImportProblem,
  type Plan,
  type PlannedLine,
} from './importFile.ts';

type Fields = Readonly<Record<string, RecordField>>;
interface Stored {
  readonly id: string;
  readonly version: number;
}
type Row<Of extends Fields> = RowWith<Of[keyof Of]['column']> & Stored;

/** A record that a line may mean. */
export interface Match<Of extends Fields, Sent> {
  /** Lines that mean the same record have the same one. */
  readonly id: string;
  readonly name: string;
  /** Null for a new record. */
  readonly row: Row<Of> | null;
  /** Why a file may not change the record. */
  readonly closed?: string | undefined;
  readonly send: (texts: RecordTexts<Of>) => Sent;
}

type ColumnProblem<Column extends string> = Omit<ImportProblem<Column>, 'line'>;

/** The lines of a file, and how to compare them with the records that there are. */
export interface RecordPlan<Of extends Fields, Column extends string, Sent> {
  readonly lines: readonly FileLine<Column>[];
  /** The fields that a file has. */
  readonly fields: Of;
  /** The column that names the record; a line changes no value there. */
  readonly key: NoInfer<Column>;
  readonly find: (
    cells: Cells<NoInfer<Column>>,
  ) => readonly Match<Of, Sent>[] | ColumnProblem<NoInfer<Column>>;
  /** Judges what the fields of a changed or new record say together. */
  readonly judge?: (texts: RecordTexts<Of>) => readonly ColumnProblem<NoInfer<Column>>[];
}

/** The text of a cell as a record holds it; null for one that is none of its field. */
function readCell({ shape }: RecordField, cell: string): string | null {
  if (cell === '') return cell;
  if (shape.kind === 'day') return readDay(cell) || null;
  if (shape.kind === 'choice') return shape.of.find((each) => plainText(each) === plainText(cell)) ?? null;
  return cell;
}

/** The texts of a record after a line, or the problems of its cells. */
function readCells<Of extends Fields>(
  fields: Of,
  cells: Cells<string>,
  row: Row<Of> | null,
): { readonly texts: RecordTexts<Of> } | { readonly problems: readonly ColumnProblem<string>[] } {
  const before = row ? textsOfRow(fields, row) : emptyTexts(fields);
  const given = namesOf(fields).flatMap((name) => {
    const field: RecordField = fields[name]!;
    const [exported, cell] = [cellOf(field, before[name]), cells[name]];
    const isLeft = cell === undefined || (cell === '' && field.shape.kind === 'choice');
    const written = isLeft ? exported : cell;
    // A cell as an export writes it changes nothing, whatever it holds.
    return row && written === exported.trim()
      ? []
      : [{ name, field, written, text: readCell(field, written) }];
  });
  const valuesOf = <Value>(valueOf: (each: (typeof given)[number]) => Value) =>
    Object.fromEntries(given.map((each) => [each.name, valueOf(each)]));
  const checked = check(
    valuesOf(({ field }) => field),
    valuesOf(({ text }) => text),
  );
  const problems = {
    ...(!checked.ok && checked.problems),
    ...Object.fromEntries(
      given.filter(({ text }) => text === null).map(({ name, field }) => [name, field.shape.kind]),
    ),
    ...Object.fromEntries(ruinedColumns(valuesOf(({ written }) => written)).map((name) => [name, 'ruined'])),
  };
  if (!checked.ok || Object.keys(problems).length > 0)
    return {
      problems: Object.entries<string | undefined>(problems).map(([column, code = '']) => ({ column, code })),
    };
  return { texts: { ...before, ...checked.values } };
}

/** What a line makes of the record that it means. */
function planLine<Of extends Fields, Column extends string, Sent>(
  { fields, key, judge }: RecordPlan<Of, Column, Sent>,
  { line, cells }: FileLine<Column>,
  { row, name, send }: Match<Of, Sent>,
): PlannedLine<Sent & Partial<Stored>> | { readonly problems: readonly ImportProblem[] } {
  const read = readCells(fields, row ? { ...cells, [key]: undefined } : cells, row);
  if ('problems' in read) return { problems: read.problems.map((problem) => ({ line, ...problem })) };
  const { texts } = read;
  const before = row ? textsOfRow(fields, row) : mapFields(fields, () => '');
  const changes = namesOf(fields)
    .filter((column) => texts[column] !== before[column])
    .map((column) => ({
      column,
      before: cellOf(fields[column]!, before[column]),
      after: cellOf(fields[column]!, texts[column]),
    }));
  const odd = changes.length > 0 ? (judge?.(texts) ?? []) : [];
  if (odd.length > 0) return { problems: odd.map((problem) => ({ line, ...problem })) };
  const stored = row && { id: row.id, version: row.version };
  const kind = !row ? 'new' : changes.length > 0 ? 'changed' : 'same';
  return { line, name, kind, changes, sent: { ...send(texts), ...stored } };
}

/**
 * Compares the lines of a file with the records that there are. A line as an export writes it stands for its own record, also
 * where several share the key; another one for the only record that a file may change, or for a new one.
 */
export function planRecords<Of extends Fields, Column extends string, Sent>(
  plan: RecordPlan<Of, Column, Sent>,
): Plan<Sent & Partial<Stored>> {
  const found = plan.lines.map((line) => ({ line, matches: plan.find(line.cells) }));
  const taken = new Set<string>();
  const take = (line: FileLine<Column>, match: Match<Of, Sent>) => {
    taken.add(match.id);
    return planLine(plan, line, match);
  };
  const same = found.map(({ line, matches }) => {
    const known = 'code' in matches ? [] : matches.filter(({ id, row }) => row && !taken.has(id));
    const own = known.find((match) => {
      const planned = planLine(plan, line, match);
      return 'kind' in planned && planned.kind === 'same';
    });
    return own && take(line, own);
  });
  return planOf(
    found.map(({ line: each, matches }, place) => {
      const { line } = each;
      const refuse = (problem: ColumnProblem<Column>) => ({ problems: [{ line, ...problem }] });
      if (same[place]) return same[place];
      if ('code' in matches) return refuse(matches);
      const open = matches.filter(({ closed }) => !closed);
      const [match] = open;
      if (!match) return refuse({ column: plan.key, code: matches[0]?.closed ?? 'closed' });
      if (open.length > 1) return refuse({ column: plan.key, code: 'shared' });
      const isRepeated = taken.has(match.id);
      const planned = take(each, match);
      return isRepeated && 'kind' in planned ? refuse({ column: plan.key, code: 'repeated' }) : planned;
    }),
  );
}
