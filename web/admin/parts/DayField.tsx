interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A day of a filter, beside its name. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className="flex min-w-0 flex-1 items-center gap-2 text-small font-semibold md:flex-none">
      {label}
      <input
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-12 min-w-0 flex-1 rounded-control border-2 border-line-strong bg-surface-raised px-2 text-body text-ink focus-visible:outline-offset-1"
      />
    </label>
  );
}
