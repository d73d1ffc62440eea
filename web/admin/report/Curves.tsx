import type { Report } from '../../data/company/report.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { dayAfter } from '../../util/time/month.ts';
import { useFormat } from '../parts/useFormat.ts';
import { BarChart } from './BarChart.tsx';
import { averageOf, totalsOf } from './figures.ts';
import { FigureLink } from './FigureTable.tsx';
import { reviewsAddress, shiftsAddress } from './links.ts';
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
  /** The days of a bar: until the next one begins. */
  const spans = curve.map(({ day: since }, index) => {
    const next = curve[index + 1];
    return { since, until: next ? dayAfter(next.day, -1) : report.until };
  });
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
        legend={[t.totals.reviews, t.totals.lowShare]}
        columns={[t.columns.day, t.columns.reviews, t.columns.average, t.columns.low]}
        rows={curve.map((point, index) => ({
          id: point.day,
          name: (
            <FigureLink address={reviewsAddress(spans[index] ?? report)}>
              {format.plainDay(point.day)}
            </FigureLink>
          ),
          cells: [count(point.reviews), rating(averageOf(point)), count(point.low)],
        }))}
      />
      {totals.shifts.now !== 0 && (
        <BarChart
          title={t.curve.hours}
          summary={t.curve.hoursSummary(write.hours(totals.hours.now), write.shifts(totals.shifts.now))}
          bars={driven}
          columns={[t.columns.day, t.columns.hours]}
          rows={driven.map(({ day, value }, index) => ({
            id: day,
            name: (
              <FigureLink address={shiftsAddress(spans[index] ?? report)}>{format.plainDay(day)}</FigureLink>
            ),
            cells: [hours(value)],
          }))}
        />
      )}
    </>
  );
}
