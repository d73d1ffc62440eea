import type { ReviewSummary, WeekOfReviews } from '../data/reviews/reviewSummary.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';

/** A week of one star still has a bar. */
const lowestShare = 0.08;
const [fewestStars, mostStars] = [1, 5];

function shareOf(average: number): number {
  return Math.max(lowestShare, (average - fewestStars) / (mostStars - fewestStars));
}

interface ReviewTrendProps {
  readonly summary: ReviewSummary;
}

/** The averages of the last weeks as bars, with the same numbers in a table for screen readers. */
export function ReviewTrend({ summary: { weeks } }: ReviewTrendProps) {
  const t = useNamespace('ownReviews');
  const { decimal, day } = useNumbers();
  return (
    <figure className="min-w-0">
      <figcaption className="text-small font-semibold">{t.trend}</figcaption>
      <div aria-hidden="true" className="mt-1 flex items-end gap-1 sm:gap-1.5">
        {weeks.map((week) => (
          <Bar key={week.week} week={week} label={week.average === null ? '' : decimal(week.average)} />
        ))}
      </div>
      <div aria-hidden="true" className="mt-0.5 flex justify-between text-small text-ink-soft">
        <span>{day(weeks.at(0)?.week)}</span>
        <span>{day(weeks.at(-1)?.week)}</span>
      </div>
      <WeekTable weeks={weeks} />
    </figure>
  );
}

function Bar({ week: { average }, label }: { readonly week: WeekOfReviews; readonly label: string }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col items-center">
      <span className="text-small leading-snug tabular-nums max-sm:text-[0.8125rem]">{label}</span>
      <span className="flex h-10 w-full items-end border-b-2 border-line-strong tablet:h-24">
        {average !== null && (
          <span
            className="w-full rounded-t-small bg-accent"
            style={{ height: `${shareOf(average) * 100}%` }}
          />
        )}
      </span>
    </span>
  );
}

function WeekTable({ weeks }: Pick<ReviewSummary, 'weeks'>) {
  const t = useNamespace('ownReviews');
  const { decimal, whole, day } = useNumbers();
  return (
    <table className="sr-only">
      <caption>{t.trend}</caption>
      <thead>
        <tr>
          {[t.week, t.average, t.reviews].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ week, average, count }) => (
          <tr key={week}>
            <th scope="row">{day(week)}</th>
            <td>{average === null ? t.noAverage : decimal(average)}</td>
            <td>{whole(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The reasons of the last weeks, each with its number. */
export function ReasonCounts({ summary: { reasons } }: ReviewTrendProps) {
  const t = useNamespace('ownReviews');
  const { words } = useNamespace('reasons');
  const { whole } = useNumbers();
  return (
    <section>
      <h3 className="text-small font-semibold">{t.reasonsTitle}</h3>
      {reasons.length === 0 && <p className="text-small text-ink-soft">{t.noReasons}</p>}
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 empty:hidden">
        {reasons.map(({ reason, count }) => (
          <li key={reason} className="whitespace-nowrap">
            {words[reason]} <span className="font-semibold tabular-nums">{whole(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Numbers and days as written in the language shown. */
function useNumbers() {
  const locale = localeOf(useLanguage().language);
  const decimals = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return {
    decimal: (value: number) => value.toLocaleString(locale, decimals),
    whole: (value: number) => value.toLocaleString(locale),
    day: (week: string | undefined) => (week === undefined ? '' : date.format(new Date(week))),
  };
}
