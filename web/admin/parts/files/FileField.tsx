import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { FileButton } from '../../../forms/FileButton.tsx';
import { useAction } from '../../../forms/useAction.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import { FieldError } from '../../../ui/FieldError.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { maxTextBytes, readText } from '../../../util/reading/text.ts';
import { useFormat } from '../useFormat.ts';

export interface FileFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** The form was sent without a file. */
  readonly error?: string | undefined;
  /** While a file is sent: another one beside it would mix both. */
  readonly disabled: boolean;
  /** The text of the chosen file; null while another one is read, and for one without text. */
  readonly onText: (text: string | null) => void;
}

/**
 * Chooses a file and reads its text, or says why it has none. It offers every file, because a telephone hides a file of
 * another type without a word. The same one can be chosen again once it was mended.
 */
export function FileField({ id, label, hint, error, disabled, onText }: FileFieldProps) {
  const { chooseFile, fileProblems, guessedLetters } = useNamespace('admin');
  const { count } = useFormat();
  const [name, setName] = useState('');
  const { busy, errorText, result, run } = useAction(async (file: File) => {
    setName(file.name);
    onText(null);
    const read = await readText(file);
    if (read.kind === 'text') onText(read.text);
    return read;
  });
  const problem = result?.kind === 'refused' ? fileProblems[result.code] : undefined;
  return (
    <div className="flex w-full flex-col gap-1.5">
      <span id={`${id}-label`} className="text-small font-semibold">
        {label}
      </span>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          label={chooseFile}
          icon={<FileUp size={22} aria-hidden="true" className="shrink-0" />}
          labelledBy={`${id}-label`}
          describedBy={classes(error && `${id}-error`, `${id}-hint`)}
          isInvalid={error !== undefined}
          disabled={disabled || busy}
          onFile={run}
        />
        <span className="min-w-0 text-small [overflow-wrap:anywhere]">{name}</span>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <p id={`${id}-hint`} className="text-small text-ink-soft">
        {hint}
      </p>
      {errorText && <Notice tone="error">{errorText}</Notice>}
      {problem !== undefined && (
        <Notice tone="error">
          {typeof problem === 'string' ? problem : problem(count(maxTextBytes / 2 ** 20))}
        </Notice>
      )}
      {result?.kind === 'text' && result.guessed.length > 0 && (
        <Notice tone="info">{guessedLetters(result.guessed.join(' · '))}</Notice>
      )}
    </div>
  );
}
