import { FileUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { FileButton } from '../../../forms/FileButton.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Notice } from '../../../ui/Notice.tsx';

export interface FileFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** While a file is read or sent: another one beside it would mix both. */
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}

/** Chooses a CSV file. The same one can be chosen again once it was mended. */
export function FileField({ id, label, hint, disabled, onFile }: FileFieldProps) {
  const { chooseFile } = useNamespace('admin');
  const [name, setName] = useState('');
  return (
    <div className="flex w-full flex-col gap-1.5">
      <span id={`${id}-label`} className="text-small font-semibold">
        {label}
      </span>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          label={chooseFile}
          icon={<FileUp size={22} aria-hidden="true" className="shrink-0" />}
          accept=".csv,text/csv"
          labelledBy={`${id}-label`}
          describedBy={`${id}-hint`}
          disabled={disabled}
          onFile={(file) => {
            setName(file.name);
            onFile(file);
          }}
        />
        <span className="min-w-0 text-small [overflow-wrap:anywhere]">{name}</span>
      </div>
      <p id={`${id}-hint`} className="text-small text-ink-soft">
        {hint}
      </p>
    </div>
  );
}

export interface FileProblemsProps {
  readonly title: string;
  /** In words, each with the number of its line. */
  readonly problems: readonly string[];
  /** Stands below the list. */
  readonly children?: ReactNode;
}

/** The reasons why a file is refused. */
export function FileProblems({ title, problems, children }: FileProblemsProps) {
  return (
    <Notice tone="error">
      <p>{title}</p>
      <ul className="list-disc pl-5">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {children}
    </Notice>
  );
}
