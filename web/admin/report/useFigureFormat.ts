import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { TotalName } from './figures.ts';

/** Without a value there is a dash: nothing was divided by nothing. */
const nothing = '—';

/** Writes the figures of the report in the language shown. */
export function useFigureFormat() {
  const t = useNamespace('report');
  const format = useFormat();
  const or = (write: (value: number) => string) => (value: number | null) =>
    value === null ? nothing : write(value);
  const count = or((value) => format.count(value));
  const rating = or((value) => format.rating(value));
  const hours = or((value) =>
    t.hoursShown(value > 0 && value < 10 ? format.rating(value) : format.count(Math.round(value))),
  );
  const share = or((value) => t.shareShown(format.count(Math.round(value * 100))));
  const totals: Readonly<Record<TotalName, (value: number | null) => string>> = {
    reviews: count,
    average: rating,
    lowShare: share,
    cases: count,
    answerHours: hours,
    shifts: count,
    hours,
    devices: count,
  };
  return { count, rating, hours, share, totals };
}
