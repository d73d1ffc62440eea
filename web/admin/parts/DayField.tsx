import { classes } from '../../ui/classes.ts';

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly type?: 'date' | 'time';
  readonly className?: string;
  readonly onChange: (day: string) => void;
}

/** A day or an hour of a filter, beside its name; on a phone below it, where two of them share a row. */
export function DayField({ label, value, type = 'date', className, onChange }: DayFieldProps) {
  return (
    <label
      className={classes(
        'flex min-w-0 items-center gap-2 text-small font-semibold',
        className ?? 'flex-1 max-md:flex-col max-md:items-stretch max-md:gap-0.5 md:flex-none',
      )}
    >
      {label}
      <input
        type={type}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-12 min-w-0 flex-1 rounded-control border-2 border-line-strong bg-surface-raised px-2 text-body text-ink focus-visible:outline-offset-1"
      />
    </label>
  );
}
