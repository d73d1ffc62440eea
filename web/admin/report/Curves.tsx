import type { Report } from '../../data/admin/report.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';
import { BarChart } from './BarChart.tsx';
import { averageOf, totalsOf } from './figures.ts';
import { useFigureFormat } from './useFigureFormat.ts';

const secondsPerHour = 3_600;

/** Reviews and hours over the period, as bars. A company without shifts has no bars of hours. */
export function Curves({ report }: { readonly report: Report }) {
  const t = useNamespace('report');
  const { curve } = report;
  const format = useFormat();
  const { count, rating, hours, totals: write } = useFigureFormat();
  const totals = totalsOf(report);
  const reviews = curve.map(({ day, reviews: value, low }) => ({ day, value, part: low }));
  const driven = curve.map(({ day, shift_seconds: seconds }) => ({ day, value: seconds / secondsPerHour }));
  return (
    <>
      <BarChart
        title={t.curve.reviews}
        summary={t.curve.reviewsSummary(
          write.reviews(totals.reviews.now),
          write.average(totals.average.now),
          write.lowShare(totals.lowShare.now),
        )}
        bars={reviews}
        columns={[t.columns.day, t.columns.reviews, t.columns.average, t.columns.low]}
        rows={curve.map((point) => ({
          id: point.day,
          name: format.plainDay(point.day),
          cells: [count(point.reviews), rating(averageOf(point)), count(point.low)],
        }))}
      />
      {totals.shifts.now !== 0 && (
        <BarChart
          title={t.curve.hours}
          summary={t.curve.hoursSummary(write.hours(totals.hours.now), write.shifts(totals.shifts.now))}
          bars={driven}
          columns={[t.columns.day, t.columns.hours]}
          rows={driven.map(({ day, value }) => ({
            id: day,
            name: format.plainDay(day),
            cells: [hours(value)],
          }))}
        />
      )}
    </>
  );
}
