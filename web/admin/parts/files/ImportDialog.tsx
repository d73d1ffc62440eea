import { FileDown } from 'lucide-react';
import { useId } from 'react';
import { toDataError } from '../../../data/errors.ts';
import { useAction } from '../../../forms/useAction.ts';
import { useForm } from '../../../forms/useForm.ts';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { downloadText } from '../../../util/download.ts';
import { FormDialog } from '../dialogs.tsx';
import { useReloading } from '../useChange.ts';
import { useFormat } from '../useFormat.ts';
import { FileField } from './FileField.tsx';
import {
  emptyFile,
  readLines,
  type FileFormat,
  type FileLine,
  type ImportProblem,
  type Plan,
  type PlannedLine,
} from './importFile.ts';
import { SmallButton } from '../SmallButton.tsx';

/** The words of a file, besides those that all files share. */
export interface ImportWords {
  readonly title: string;
  readonly hint: string;
  /** Without one there is no empty file to fill in. */
  readonly templateName?: string;
  /** The button that saves; «Guardar» unless given. */
  readonly take?: string;
  /** Some name the limit of the problem. */
  readonly problems: Readonly<Record<string, string | ((limit: string) => string)>>;
}

/** How an import ends; `Result` is more than its numbers. */
export interface ImportOutcome<Result extends readonly unknown[] = []> {
  readonly onSaved: (message: string, ...result: Result) => void;
  readonly onClose: () => void;
}

export interface ImportDialogProps<Column extends string, Sent, Result> extends ImportOutcome<[Result]> {
  readonly format: FileFormat<Column>;
  readonly words: ImportWords;
  /** The names of the columns. */
  readonly fields: Readonly<Record<Column, string>>;
  /** Compares the lines with the records that there are. */
  readonly plan: (lines: readonly FileLine<Column>[]) => Plan<Sent> | Promise<Plan<Sent>>;
  /** Saves all records or none. The `details` of its error may be the places of those that it refuses. */
  readonly save: (changing: readonly Sent[]) => Result | Promise<Result>;
}

/** Problems shown; a file in another format has one in each line. */
const problemsShown = 20;

/** The lines that an error refuses. @throws the error when it names none */
function refusedLines(error: unknown, changing: readonly PlannedLine<unknown>[]): readonly ImportProblem[] {
  const { code, details } = toDataError(error);
  const problems = details.split('\n').flatMap((place) => {
    const line = changing[Number(place) - 1]?.line;
    return typeof line === 'number' ? [{ line, code }] : [];
  });
  if (problems.length === 0) throw error;
  return problems;
}

/** A file that is read, and then saved. */
function useImport<Column extends string, Sent, Result>({
  format,
  plan,
  save,
  onSaved,
}: ImportDialogProps<Column, Sent, Result>) {
  const { importing: t } = useNamespace('admin');
  const { count } = useFormat();
  const reloading = useReloading();
  const reading = useAction(async (text: string) => {
    const read = readLines(text, format);
    return 'problems' in read ? read : await plan(read.lines);
  });
  const saving = useAction(async (changing: readonly PlannedLine<Sent>[]) => {
    const numberOf = (kind: 'new' | 'changed') => count(changing.filter((each) => each.kind === kind).length);
    try {
      const result = await reloading(async () => save(changing.map(({ sent }) => sent)));
      onSaved(t.done(numberOf('new'), numberOf('changed')), result);
      return [];
    } catch (error) {
      return refusedLines(error, changing);
    }
  });
  const { result } = reading;
  const problems = result && 'problems' in result ? result.problems : (saving.result ?? []);
  const planned = result && 'planned' in result && problems.length === 0 ? result.planned : null;
  const changing = planned?.filter(({ kind }) => kind !== 'same') ?? [];
  const form = useForm({
    initial: { file: null as string | null },
    check: ({ file }) => (file === null ? { file: 'required' } : {}),
    submit: async () => saving.run(changing),
  });
  return {
    planned,
    problems,
    errorText: reading.errorText ?? saving.errorText,
    isReading: reading.busy,
    isSaving: saving.busy,
    fileError: form.fieldError('file'),
    // Problems or the lack of changes say why.
    isBlocked: form.values.file !== null && changing.length === 0,
    open: (text: string | null) => {
      form.setValue('file', text);
      saving.reset();
      if (text === null) reading.reset();
      else reading.run(text);
    },
    onSubmit: form.onSubmit,
  };
}

/** Reads records from a file with a table, and says what it changes or why it is refused, before it is saved. */
export function ImportDialog<Column extends string, Sent, Result>(
  props: ImportDialogProps<Column, Sent, Result>,
) {
  const { words, fields, format, onClose } = props;
  const { title, hint, take, templateName } = words;
  const { importing: t } = useNamespace('admin');
  const id = useId();
  const { planned, problems, errorText, fileError, isReading, isSaving, isBlocked, open, onSubmit } =
    useImport(props);
  return (
    <FormDialog
      title={title}
      action={take}
      disabled={isBlocked}
      form={{ busy: isSaving, onSubmit }}
      onClose={onClose}
      formClass="flex flex-col items-start gap-4"
    >
      <FileField
        id={id}
        label={t.file}
        hint={`${hint} ${t.rule}`}
        error={fileError}
        disabled={isReading || isSaving}
        onText={open}
      />
      {templateName !== undefined && (
        <SmallButton
          icon={FileDown}
          onClick={() => downloadText(emptyFile(format.headings), templateName, 'text/csv')}
        >
          {t.template}
        </SmallButton>
      )}
      {errorText && <Notice tone="error">{errorText}</Notice>}
      {planned && <FileChanges planned={planned} fields={fields} />}
      {problems.length > 0 && <Refused words={words} fields={fields} problems={problems} />}
    </FormDialog>
  );
}

interface RefusedProps {
  readonly words: ImportWords;
  readonly fields: Readonly<Record<string, string>>;
  readonly problems: readonly ImportProblem[];
}

/** The reasons why a file is refused, each with its line. */
function Refused({ words, fields, problems }: RefusedProps) {
  const { errors } = useMessages();
  const { importing: t, fileProblems } = useNamespace('admin');
  const { count } = useFormat();
  const reasons: ImportWords['problems'] = {
    ...errors.field,
    ...fileProblems,
    ...t.problems,
    ...words.problems,
  };
  const describe = ({ line, column, code, limit = 0 }: ImportProblem) => {
    const reason = reasons[code] ?? code;
    const name = column ? `${fields[column]}: ` : '';
    return `${t.line(count(line))} ${name}${typeof reason === 'string' ? reason : reason(count(limit))}`;
  };
  const rest = problems.length - problemsShown;
  return (
    <Notice tone="error">
      <p>{t.refused}</p>
      <ul className="list-disc pl-5">
        {problems.slice(0, problemsShown).map((problem) => (
          <li key={describe(problem)}>{describe(problem)}</li>
        ))}
      </ul>
      {rest > 0 && <p>{t.moreProblems(count(rest))}</p>}
    </Notice>
  );
}

/** Lines shown before the others are only counted. */
const linesShown = 60;
const kinds = ['new', 'changed', 'removed', 'same'] as const;

interface FileChangesProps {
  readonly planned: readonly PlannedLine<unknown>[];
  readonly fields: Readonly<Record<string, string>>;
}

/** The changes that a file makes, in numbers and line by line. */
function FileChanges({ planned, fields }: FileChangesProps) {
  const { importing: t } = useNamespace('admin');
  const format = useFormat();
  const counts = kinds.flatMap((kind) => {
    const { length } = planned.filter((each) => each.kind === kind);
    return length > 0 ? [t.counts[kind](format.count(length))] : [];
  });
  const changing = planned.filter(({ kind }) => kind !== 'same');
  const rest = changing.length - linesShown;
  return (
    <>
      <p className="font-semibold">{counts.join(' · ')}</p>
      {changing.length === 0 && <p>{t.nothing}</p>}
      <ul className="w-full divide-y divide-line rounded-control border border-line px-3 text-small empty:hidden">
        {changing.slice(0, linesShown).map(({ line, name, kind, changes }) => (
          <li
            key={`${line} ${name}`}
            className="flex flex-wrap justify-between gap-x-4 py-1.5 [overflow-wrap:anywhere]"
          >
            <span>
              {line !== null && <span className="text-ink-soft">{t.line(format.count(line))} </span>}
              <span>{name}</span>
              {(kind === 'new' || kind === 'removed') && <span>{` · ${t.kinds[kind]}`}</span>}
            </span>
            <span className="tabular-nums">
              {changes
                .map(({ column, before, after }) => {
                  const value =
                    kind === 'changed' ? t.change(before || t.blank, after || t.blank) : before || after;
                  return `${fields[column]}: ${value}`;
                })
                .join(' · ')}
            </span>
          </li>
        ))}
        {rest > 0 && <li className="py-1.5 text-ink-soft">{t.moreLines(format.count(rest))}</li>}
      </ul>
    </>
  );
}
