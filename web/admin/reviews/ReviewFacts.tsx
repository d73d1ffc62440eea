import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { ListedReview } from '../../data/reviews/reviewRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';

/** The review that a dialog is about: driver and vehicle, stars and time, reasons and comment. */
export function ReviewFacts({ review }: { readonly review: ListedReview }) {
  const t = useNamespace('reviews');
  const { words } = useNamespace('reasons');
  const format = useFormat();
  const { rating, reasons, comment, license_plate: plate, created_at: time, by_link: isByLink } = review;
  const about = [review.driver_name ?? t.noDriver, plate && plateInPairs(plate)];
  const given = [t.starCount(rating, format.count(rating)), format.time(time), isByLink && t.byLink];
  const said = [reasons.map((reason) => words[reason]).join(', '), comment && `«${comment}»`];
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className="font-semibold">{about.filter(Boolean).join(' · ')}</p>
      <p className="text-small text-ink-soft">{given.filter(Boolean).join(' · ')}</p>
      <p className="text-small empty:hidden">{said.filter(Boolean).join(' · ')}</p>
    </div>
  );
}
