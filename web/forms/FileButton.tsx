import { useId, type ChangeEvent, type ReactNode } from 'react';

export interface FileButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** The types that the file picker offers, as the attribute `accept`. */
  readonly accept: string;
  readonly onFile?: (file: File) => void;
  /** Lets several files be picked at once. */
  readonly onFiles?: (files: readonly File[]) => void;
  readonly disabled?: boolean;
  /** Ids of elements that stand before the label in the accessible name. */
  readonly labelledBy?: string;
  readonly describedBy?: string;
  readonly name?: string;
}

/** A button that opens the file picker; for several files with `onFiles`. */
export function FileButton(props: FileButtonProps) {
  const { label, icon, accept, onFile, onFiles, disabled, labelledBy = '', describedBy, name } = props;
  const id = useId();

  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Cleared, so that the same file can be picked again.
    event.target.value = '';
    const [file] = files;
    if (!file) return;
    onFile?.(file);
    onFiles?.(files);
  };

  return (
    <span className="relative inline-flex">
      <input
        id={id}
        type="file"
        name={name}
        accept={accept}
        multiple={onFiles !== undefined}
        disabled={disabled}
        onChange={pick}
        aria-labelledby={`${labelledBy} ${id}-label`.trim()}
        aria-describedby={describedBy}
        className="peer absolute inset-0 size-full cursor-pointer rounded-control opacity-0 disabled:cursor-default"
      />
      <label
        id={`${id}-label`}
        htmlFor={id}
        className="inline-flex min-h-target items-center gap-3 rounded-control border-2 border-line-strong bg-surface-raised px-5 py-2 font-semibold peer-hover:border-accent peer-hover:text-accent peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-focus peer-disabled:border-line peer-disabled:text-ink-soft"
      >
        {icon}
        {label}
      </label>
    </span>
  );
}
