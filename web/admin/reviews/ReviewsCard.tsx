import { listReviewsPage } from '../../data/reviews/reviewRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { RecordCard, RecordRows } from '../parts/record/RecordPage.tsx';
import { sectionAddress } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { Remarks, Stars } from './columns.tsx';
import { DriverTrend } from './DriverTrend.tsx';

interface ReviewsCardProps {
  /** The reviews of a driver or of a vehicle, by id. */
  readonly of: { readonly driver: string } | { readonly vehicle: string };
}

/** The last reviews of a driver or a vehicle, and how a driver's stars went. */
export function ReviewsCard({ of }: ReviewsCardProps) {
  const { reviews: title } = useNamespace('admin');
  const format = useFormat();
  return (
    <RecordCard title={title} all={sectionAddress('reviews', of)}>
      {'driver' in of && <DriverTrend driver={of.driver} />}
      <RecordRows
        name="reviews"
        read={async (_, signal) => (await listReviewsPage(of, { number: 1, size: 3 }, signal)).rows}
      >
        {(review) => (
          <>
            <Stars review={review} />
            <span className="min-w-0 flex-1">
              <Remarks review={review} />
            </span>
            <span className="text-ink-soft tabular-nums">{format.time(review.created_at)}</span>
          </>
        )}
      </RecordRows>
    </RecordCard>
  );
}
