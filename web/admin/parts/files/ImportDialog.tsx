import { FileDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useAction } from '../../../forms/useAction.ts';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { downloadText } from '../../../util/download.ts';
import { FormDialog } from '../dialogs.tsx';
import { FileField, FileProblems } from './FileField.tsx';
import { emptyFile, readRows, type FileFormat, type ImportProblem, type NumberedRow } from './importFile.ts';
import { useReloading } from '../useChange.ts';
import { useFormat } from '../useFormat.ts';

/** The words of a file; counts and lines are already written in the language's digits. */
export interface ImportWords {
  readonly title: string;
  readonly file: string;
  readonly hint: string;
  readonly template: string;
  readonly templateName: string;
  readonly take: string;
  readonly found: (count: string) => string;
  readonly refused: string;
  readonly line: (line: string) => string;
  readonly more: (count: string) => string;
  readonly problems: Readonly<Record<string, string>>;
}

export interface ImportDialogProps<Column extends string, Row, Result> {
  readonly format: FileFormat<Column, Row>;
  readonly words: ImportWords;
  /** The names of the columns in the messages about problems. */
  readonly fields: Readonly<Record<Column, string>>;
  /** Shows the changes that the rows make before they are sent, or gives the problems for which they cannot be. */
  readonly preview?: (rows: readonly NumberedRow<Row>[]) => Promise<Saved<ReactNode>>;
  /** Adds all rows or none. Gives the problems for which it added none. */
  readonly save: (rows: readonly NumberedRow<Row>[]) => Promise<Saved<Result>>;
  readonly onSaved: (result: Result, count: number) => void;
  readonly onClose: () => void;
}

/** The outcome of an import. */
export type Saved<Result> = { readonly result: Result } | { readonly problems: readonly ImportProblem[] };

/** Problems shown; a file in another format has one in each line. */
const problemsShown = 20;

type ImportOptions<Column extends string, Row, Result> = Pick<
  ImportDialogProps<Column, Row, Result>,
  'format' | 'preview' | 'save' | 'onSaved'
>;

/** A file that is read, and then sent. */
function useImport<Column extends string, Row, Result>({
  format,
  preview,
  save,
  onSaved,
}: ImportOptions<Column, Row, Result>) {
  const reloading = useReloading();
  const reading = useAction(async (text: string) => {
    const read = readRows(text, format);
    if (read.kind === 'refused' || !preview) return { ...read, shown: null };
    const changes = await preview(read.rows);
    if ('problems' in changes) return { kind: 'refused', problems: changes.problems, shown: null } as const;
    return { ...read, shown: changes.result };
  });
  const saving = useAction(async (rows: readonly NumberedRow<Row>[]) => {
    const saved = await reloading(() => save(rows));
    if ('problems' in saved) return saved.problems;
    onSaved(saved.result, rows.length);
    return [];
  });
  const { result } = reading;
  const problems = result?.kind === 'refused' ? result.problems : (saving.result ?? []);
  const rows = result?.kind === 'read' && problems.length === 0 ? result.rows : null;
  return {
    rows,
    shown: rows && result?.shown,
    problems,
    errorText: reading.errorText ?? saving.errorText,
    isReading: reading.busy,
    isSaving: saving.busy,
    open: (text: string | null) => {
      saving.reset();
      if (text === null) reading.reset();
      else reading.run(text);
    },
    send: () => {
      if (rows) saving.run(rows);
    },
  };
}

/** Reads rows from a file with a table, and says how many there are or why the file is refused. */
export function ImportDialog<Column extends string, Row, Result>(
  props: ImportDialogProps<Column, Row, Result>,
) {
  const { words: t, onClose } = props;
  const format = useFormat();
  const id = useId();
  const { rows, shown, problems, errorText, isReading, isSaving, open, send } = useImport(props);
  return (
    <FormDialog
      title={t.title}
      action={t.take}
      disabled={!rows}
      form={{ busy: isSaving, onSubmit: send }}
      onClose={onClose}
      formClass="flex flex-col items-start gap-4"
    >
      <FileField id={id} label={t.file} hint={t.hint} disabled={isReading || isSaving} onText={open} />
      <Button
        size="compact"
        variant="secondary"
        icon={<FileDown size={20} />}
        onClick={() => downloadText(emptyFile(props.format.headings), t.templateName, 'text/csv')}
      >
        {t.template}
      </Button>
      {errorText && <Notice tone="error">{errorText}</Notice>}
      {rows && <p className="font-semibold">{t.found(format.count(rows.length))}</p>}
      <div className="contents">{shown}</div>
      {problems.length > 0 && <Refused words={t} fields={props.fields} problems={problems} />}
    </FormDialog>
  );
}

interface RefusedProps {
  readonly words: ImportWords;
  readonly fields: Readonly<Record<string, string>>;
  readonly problems: readonly ImportProblem[];
}

function Refused({ words: t, fields, problems }: RefusedProps) {
  const { errors } = useMessages();
  const { fileProblems } = useNamespace('admin');
  const format = useFormat();
  const reasons: Readonly<Record<string, string>> = { ...errors.field, ...fileProblems, ...t.problems };
  const describe = ({ line, column, code }: ImportProblem) =>
    `${t.line(format.count(line))} ${column ? `${fields[column]}: ` : ''}${reasons[code] ?? code}`;
  const rest = problems.length - problemsShown;
  return (
    <FileProblems title={t.refused} problems={problems.slice(0, problemsShown).map(describe)}>
      {rest > 0 && <p>{t.more(format.count(rest))}</p>}
    </FileProblems>
  );
}
