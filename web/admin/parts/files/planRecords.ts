import {
  emptyTexts,
  namesOf,
  textsOfRow,
  type RecordField,
  type RecordTexts,
  type RowWith,
} from '../../../../shared/records/field.ts';
import { check } from '../../../../shared/validation.ts';
import { findSubjects, type FileSubject } from '../../../data/files/fileSubjects.ts';
import { readDay } from '../../../util/reading/day.ts';
import { isRuined } from '../../../util/reading/table.ts';
import { cellOf } from './exportFile.ts';
import {
  plainText,
  planOf,
  type Cells,
  type FileFormat,
  type FileLine,
  type ImportProblem,
  type Plan,
} from './importFile.ts';

type Fields = Readonly<Record<string, RecordField>>;
interface Stored {
  readonly id: string;
  readonly version: number;
}

/** A record that a line may mean. */
export interface Match<Of extends Fields, Sent> {
  /** Lines that mean the same record have the same one. */
  readonly id: string;
  readonly name: string;
  /** Null for a new record. */
  readonly row: (RowWith<Of[keyof Of]['column']> & Stored) | null;
  /** Why a file may not change the record. */
  readonly closed?: string | undefined;
  /** A column whose value means another record here, and is passed over. */
  readonly passesOver?: string | undefined;
  readonly send: (texts: RecordTexts<Of>) => Sent;
}

type ColumnProblem<Column extends string> = Omit<ImportProblem<Column>, 'line'>;

/** A file whose lines change records and add others. */
export interface RecordFile<Column extends string, Of extends Fields, Sent> extends FileFormat<Column> {
  readonly fields: Of;
  /** The column that names the record; a line changes no value there. */
  readonly key: Column;
  /** A further column with plates or codes of records that `find` asks about. */
  readonly asksAbout?: Column;
  readonly find: (
    cells: Cells<Column>,
    subjects: readonly FileSubject[],
  ) => readonly Match<Of, Sent>[] | ColumnProblem<Column>;
  /** Judges what the fields of a changed or new record say together. */
  readonly judge?: (texts: RecordTexts<Of>) => readonly ColumnProblem<Column>[];
}

/** The text that a cell gives a field, or why it is none. */
function readCell(field: RecordField, cell: string): { readonly text: string } | { readonly code: string } {
  const { shape } = field;
  const choice = shape.kind === 'choice' && shape.of.find((each) => plainText(each) === plainText(cell));
  const text = shape.kind === 'day' ? readDay(cell) : shape.kind === 'choice' ? choice || '' : cell;
  if (isRuined(cell)) return { code: 'ruined' };
  if (text === '' && cell !== '') return { code: shape.kind };
  const checked = check({ field }, { field: text });
  return checked.ok ? { text: checked.values.field } : { code: checked.problems.field ?? 'required' };
}

/** The change that a line makes in the record that it means. A cell as an export writes it changes nothing, whatever it holds. */
function planLine<Column extends string, Of extends Fields, Sent>(
  { fields, key, judge }: RecordFile<Column, Of, Sent>,
  { line, cells }: FileLine<string>,
  { row, name, passesOver, send }: Match<Of, Sent>,
) {
  const refuse = (problems: readonly ColumnProblem<string>[]) => ({
    problems: problems.map((problem) => ({ line, ...problem })),
  });
  const before = row ? textsOfRow(fields, row) : emptyTexts(fields);
  const read = namesOf(fields).flatMap((column) => {
    const field: RecordField = fields[column]!;
    const [exported, cell] = [cellOf(field, before[column]), cells[column]];
    const isLeft = cell === undefined || (cell === '' && field.shape.kind === 'choice');
    if (row && (isLeft || column === key || column === passesOver || cell === exported.trim())) return [];
    return [{ column, ...readCell(field, isLeft ? exported : cell) }];
  });
  const problems = read.filter((each) => 'code' in each);
  if (problems.length > 0) return refuse(problems);
  const given = read.flatMap((each) => ('text' in each ? [[each.column, each.text]] : []));
  const texts: RecordTexts<Of> = { ...before, ...Object.fromEntries(given) };
  const changes = namesOf(fields).flatMap((column) => {
    const [earlier, later] = [row ? before[column] : '', texts[column]];
    const write = (text: string) => cellOf(fields[column]!, text);
    return earlier === later ? [] : [{ column, before: write(earlier), after: write(later) }];
  });
  const odd = changes.length > 0 ? (judge?.(texts) ?? []) : [];
  if (odd.length > 0) return refuse(odd);
  const kind = !row ? 'new' : changes.length > 0 ? 'changed' : 'same';
  const stored: Partial<Stored> = row ? { id: row.id, version: row.version } : {};
  return { line, name, kind, changes, sent: { ...send(texts), ...stored } } as const;
}

/**
 * Compares the lines of a file with the records that there are. A line as an export writes it stands for its own record, also
 * where several share the key; another one for the only record that a file may change, or for a new one.
 */
export function planRecords<Column extends string, Of extends Fields, Sent>(
  file: RecordFile<Column, Of, Sent>,
  lines: readonly FileLine<Column>[],
  subjects: readonly FileSubject[],
): Plan<Sent & Partial<Stored>> {
  const taken = new Set<string>();
  const planned = lines.map((line) => {
    const refuse = (problem: ColumnProblem<Column>) => ({ problems: [{ line: line.line, ...problem }] });
    const matches = file.find(line.cells, subjects);
    if ('code' in matches) return refuse(matches);
    const plans = matches.map((match) => ({ match, plan: planLine(file, line, match) }));
    const own = plans.find(
      ({ match, plan }) => !taken.has(match.id) && 'kind' in plan && plan.kind === 'same',
    );
    const open = own ? [own] : plans.filter(({ match }) => !match.closed);
    const [chosen] = open;
    if (!chosen) return refuse({ column: file.key, code: matches[0]?.closed ?? '' });
    if (open.length > 1) return refuse({ column: file.key, code: 'shared' });
    if (taken.has(chosen.match.id)) return refuse({ column: file.key, code: 'repeated' });
    if ('kind' in chosen.plan) taken.add(chosen.match.id);
    return chosen.plan;
  });
  return planOf(planned);
}

/** The file for the dialog, which compares it with the records that the database has. */
export function recordImport<Column extends string, Of extends Fields, Sent>(
  format: RecordFile<Column, Of, Sent>,
) {
  const { key, asksAbout = key } = format;
  const plan = async (lines: readonly FileLine<Column>[]) => {
    const written = lines.flatMap(({ cells }) => [cells[key] ?? '', cells[asksAbout] ?? '']);
    return planRecords(format, lines, await findSubjects(written));
  };
  return { format, plan };
}
