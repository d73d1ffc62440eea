import { useQuery } from '@tanstack/react-query';
import { ReasonCounts, ReviewTrend } from '../../reviews/ReviewTrend.tsx';
import { readReviewTrend } from '../../data/reviews/reviewRecords.ts';
import { adminKey } from '../parts/useChange.ts';

/** The weekly averages of a driver and the reasons for low stars. Takes no room until they are there. */
export function DriverTrend({ driver }: { readonly driver: string }) {
  const { data } = useQuery({
    queryKey: [adminKey, 'review-trend', driver],
    queryFn: ({ signal }) => readReviewTrend(driver, signal),
  });
  if (!data || data.count === 0) return null;
  return (
    <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 rounded-card border border-line bg-surface-raised px-4 py-2 md:grid-cols-[minmax(18rem,28rem)_1fr]">
      <ReviewTrend summary={data} />
      <ReasonCounts summary={data} />
    </div>
  );
}
