import { LoadError } from '../components/LoadError.tsx';
import { ReasonCounts, ReviewTrend } from './ReviewTrend.tsx';
import { StarShape } from '../components/StarShape.tsx';
import { roundRating } from '../data/drivers/drivers.ts';
import { readOwnReviewSummary } from '../data/reviews/reviewSummary.ts';
import { useLoad } from '../data/useLoad.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Spinner } from '../ui/Spinner.tsx';

/** The driver's own average, its trend and the reasons, until yesterday: no passenger can be recognised. */
export default function OwnReviews() {
  const { common } = useMessages();
  const t = useNamespace('ownReviews');
  const locale = localeOf(useLanguage().language);
  const { value: summary, error, reload } = useLoad(readOwnReviewSummary);
  if (error) return <LoadError title={t.title} error={error} onRetry={reload} />;
  if (!summary) return <Spinner label={common.loading} size={44} className="text-accent" />;
  const { count, average } = summary;
  const decimals = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return (
    <div className="flex flex-col gap-5">
      {count === 0 && <p>{t.empty}</p>}
      {count > 0 && average === null && <p>{t.tooFew}</p>}
      {average !== null && (
        <p className="flex flex-wrap items-center gap-x-3">
          <StarShape filled className="size-8" />
          <span className="headline text-title tabular-nums">
            {roundRating(average).toLocaleString(locale, decimals)}
          </span>
          <span className="text-ink-soft">{t.count(count, count.toLocaleString(locale))}</span>
        </p>
      )}
      {count > 0 && (
        <>
          <ReviewTrend summary={summary} />
          <ReasonCounts summary={summary} />
        </>
      )}
      <p className="text-small text-ink-soft">{t.today}</p>
    </div>
  );
}
