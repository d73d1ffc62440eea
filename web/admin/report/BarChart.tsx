import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';
import { FigureCard, FigureTable, type FigureRow } from './FigureTable.tsx';

export interface Bar {
  /** The day that the bar begins with, as `2026-11-24`. */
  readonly day: string;
  readonly value: number;
  /** The part of the value that stands out. */
  readonly part?: number;
}

interface BarChartProps {
  readonly title: string;
  /** Says what the bars show, to people who do not see them. */
  readonly summary: string;
  readonly bars: readonly Bar[];
  /** Names the whole bar and its part that stands out, where there is one. */
  readonly legend?: readonly [value: string, part: string];
  /** The same figures as a table, which opens below. */
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
}

const height = 100;
/** The width of a bar and of its gap, in the units of the drawing. */
const [barWidth, step] = [8, 10];

/** Bars over time, with their figures in a table behind them. */
export function BarChart({ title, summary, bars, legend, columns, rows }: BarChartProps) {
  const t = useNamespace('report');
  const format = useFormat();
  return (
    <FigureCard title={title} aside={legend && <Legend legend={legend} />}>
      <Drawing summary={summary} bars={bars} />
      <p
        aria-hidden="true"
        className="flex justify-between border-t border-line pt-1 pl-6 text-caption text-ink-soft"
      >
        <span>{format.plainDay(bars[0]?.day ?? '')}</span>
        <span>{format.plainDay(bars.at(-1)?.day ?? '')}</span>
      </p>
      <details className="mt-1 text-small">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-accent">
          {t.asTable}
        </summary>
        <FigureTable label={title} columns={columns} rows={rows} />
      </details>
    </FigureCard>
  );
}

/** The bars, beside the numbers of the highest one and of none. */
function Drawing({ summary, bars }: Pick<BarChartProps, 'summary' | 'bars'>) {
  const format = useFormat();
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const lengthOf = (value: number) => (value / highest) * height;
  return (
    <div className="mt-1 flex gap-2">
      <p
        aria-hidden="true"
        className="flex flex-col justify-between text-right text-caption text-ink-soft tabular-nums"
      >
        <span>{format.count(Math.ceil(highest))}</span>
        <span>{format.count(0)}</span>
      </p>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn inline: its colours follow the theme
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${bars.length * step} ${height}`}
        preserveAspectRatio="none"
        className="h-28 min-w-0 flex-1 border-t border-line"
      >
        {bars.map(({ day, value, part = 0 }, index) => (
          <g key={day} transform={`translate(${index * step + 1} 0)`}>
            <Rect length={lengthOf(value)} className="fill-sea" />
            <Rect length={lengthOf(part)} className="fill-danger" />
          </g>
        ))}
      </svg>
    </div>
  );
}

function Rect({ length, className }: { readonly length: number; readonly className: string }) {
  return <rect y={height - length} width={barWidth} height={length} className={className} />;
}

/** The colours of the bars in words. */
function Legend({ legend: [value, part] }: { readonly legend: readonly [string, string] }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-caption text-ink-soft">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="size-3 bg-sea" />
        <span>{value}</span>
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="size-3 bg-danger" />
        <span>{part}</span>
      </span>
    </p>
  );
}
