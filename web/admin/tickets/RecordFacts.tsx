import type { ReactNode } from 'react';

/** The facts of a case, a request or a booking, without those that have no value. */
export function RecordFacts({
  facts,
}: {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className="contents">
            <dt className="text-small text-ink-soft first-letter:uppercase">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
