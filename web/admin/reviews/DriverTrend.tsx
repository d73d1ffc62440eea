import { useQuery } from '@tanstack/react-query';
import { ReasonCounts, ReviewTrend } from '../../reviews/ReviewTrend.tsx';
import { readReviewTrend } from '../../data/reviews/reviewRecords.ts';
import { classes } from '../../ui/classes.ts';
import { adminKey } from '../parts/useChange.ts';

interface DriverTrendProps {
  /** By id. */
  readonly driver: string;
  readonly className?: string;
}

/** The weekly averages of a driver and the reasons for low stars. Takes no room until they are there. */
export function DriverTrend({ driver, className }: DriverTrendProps) {
  const { data } = useQuery({
    queryKey: [adminKey, 'review-trend', driver],
    queryFn: ({ signal }) => readReviewTrend(driver, signal),
  });
  if (!data || data.count === 0) return null;
  return (
    <div
      className={classes(
        'grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-x-6 gap-y-2',
        className,
      )}
    >
      <ReviewTrend summary={data} />
      <ReasonCounts summary={data} />
    </div>
  );
}
