import { Field } from '../../forms/TextField.tsx';

export interface FileFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly onFile: (file: File) => void;
}

/** Chooses a CSV file. */
export function FileField({ id, label, hint, onFile }: FileFieldProps) {
  return (
    <Field id={id} label={label} hint={hint}>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv"
        aria-describedby={`${id}-hint`}
        // Cleared when it opens, so that the same file can be chosen again once it was mended.
        onClick={(event) => {
          event.currentTarget.value = '';
        }}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
        }}
        className="w-full rounded-control border-2 border-line-strong p-2 text-small file:mr-3 file:rounded-small file:border-0 file:bg-accent-soft file:px-3 file:py-2 file:font-semibold file:text-accent"
      />
    </Field>
  );
}
