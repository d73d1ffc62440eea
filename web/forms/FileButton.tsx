import { useId, type ChangeEvent, type ReactNode } from 'react';

export interface FileButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** The types that the file picker offers, as the attribute `accept`; every file without it. */
  readonly accept?: string;
  readonly onFile: (file: File) => void;
  /** Opens the camera of a phone or tablet instead. */
  readonly isCamera?: boolean;
  readonly disabled?: boolean;
  /** Ids of elements that stand before the label in the accessible name. */
  readonly labelledBy?: string;
  readonly describedBy?: string;
  /** The form was sent without a file that it needs. */
  readonly isInvalid?: boolean;
  readonly name?: string;
}

/** A button that opens the file picker. A file may also be dropped onto it. */
export function FileButton(props: FileButtonProps) {
  const {
    label,
    icon,
    accept,
    onFile,
    isCamera = false,
    disabled,
    labelledBy = '',
    describedBy,
    isInvalid,
    name,
  } = props;
  const id = useId();

  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Cleared, so that the same file can be picked again.
    event.target.value = '';
    if (file) onFile(file);
  };

  return (
    <span className="relative inline-flex max-w-full">
      <input
        id={id}
        type="file"
        name={name}
        accept={accept}
        capture={isCamera ? 'environment' : undefined}
        disabled={disabled}
        onChange={pick}
        aria-labelledby={`${labelledBy} ${id}-label`.trim()}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        className="peer absolute inset-0 size-full cursor-pointer rounded-control opacity-0 disabled:cursor-default"
      />
      <label
        id={`${id}-label`}
        htmlFor={id}
        className="inline-flex max-w-full min-h-target items-center gap-3 rounded-control border-2 border-line-strong bg-surface-raised px-[min(1.25rem,7vw)] py-2 font-semibold peer-hover:border-accent peer-hover:text-accent peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-focus peer-disabled:border-line peer-disabled:text-ink-soft"
      >
        {icon}
        <span className="min-w-0 hyphens-auto">{label}</span>
      </label>
    </span>
  );
}
