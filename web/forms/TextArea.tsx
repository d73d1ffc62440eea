import { useId, type Ref } from 'react';
import { classes } from '../ui/classes.ts';
import { Field, type FieldProps } from './TextField.tsx';

export interface TextAreaProps extends FieldProps {
  readonly value: string;
  readonly rows?: number;
  readonly maxLength: number;
  /** The language of the text, where it is not that of the page. */
  readonly lang?: string;
  readonly ref?: Ref<HTMLTextAreaElement>;
  readonly onChange: (value: string) => void;
}

/** A labelled text of several lines. */
export function TextArea(props: TextAreaProps) {
  const { value, rows = 4, maxLength, lang, ref, onChange, ...field } = props;
  const id = useId();
  const described = [field.error && `${id}-error`, field.hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <Field {...field} id={id}>
      <textarea
        ref={ref}
        id={id}
        value={value}
        rows={rows}
        lang={lang}
        maxLength={maxLength}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.target.value)}
        className={classes(
          'w-full resize-y rounded-control border-2 bg-surface-raised px-4 py-3 text-body text-ink focus-visible:outline-offset-1',
          field.error ? 'border-danger' : 'border-line-strong',
        )}
      />
    </Field>
  );
}
