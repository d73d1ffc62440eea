import { LifeBuoy, PackageSearch, ReceiptText, Repeat2, Star } from 'lucide-react';
import { useState } from 'react';
import type { CaseKind } from '../../../shared/cases.ts';
import { prefillFragment } from '../../../shared/booking/prefill.ts';
import { maxStarsWithReasons, type ReviewReason } from '../../../shared/reviews.ts';
import { ReasonChoice } from '../../components/ReasonChoice.tsx';
import { rateTrip, tripReceipt, type PassengersTrip } from '../../data/trips/tripPage.ts';
import { useAction } from '../../forms/useAction.ts';
import { useRequestKeys } from '../../forms/useRequestKeys.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { linkClass, linkVariants } from '../../ui/linkStyles.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageButton } from '../PageButton.tsx';
import { newUuid } from '../../util/uuid.ts';
import { QuietLink } from '../Links.tsx';
import { StarChoice } from '../rate/StarButtons.tsx';
import { useRating } from '../rate/useRating.ts';
import type { TripPartProps } from './useTripPage.ts';

/** Rating, receipt, the way back, and what went wrong, once a trip is done. */
export default function AfterTrip(part: TripPartProps) {
  const { trip } = part;
  const t = useNamespace('tripPage');
  const { language } = useLanguage();
  const { direction, driver, route, people, bags } = trip;
  const back = { direction: direction === 'from' ? 'to' : 'from', people, bags } as const;
  const fragment = prefillFragment({ ...back, ...(route !== null && { route }) });
  const helpPath = driver ? `/help/${driver.code}` : '/help';
  return (
    <>
      {driver && <TripRating {...part} name={driver.first_name} />}
      <ReceiptButton {...part} />
      <a href={`/book?lang=${language}#${fragment}`} className={classes(linkClass, linkVariants.secondary)}>
        <Repeat2 size={24} className="shrink-0" aria-hidden="true" />
        {t.back}
      </a>
      <QuietLink path={helpPath} fragment={known(trip, 'lost')} icon={PackageSearch} label={t.lostProperty} />
      <QuietLink path={helpPath} fragment={known(trip, 'complaint')} icon={LifeBuoy} label={t.complaint} />
    </>
  );
}

/** The fields of the form of cases that a trip fills in. */
function known({ pickup_at: at, code }: PassengersTrip, kind: CaseKind): string {
  return new URLSearchParams({ kind, place: code, ...(at !== null && { at }) }).toString();
}

/** While reasons are chosen, the rating waits longer than one that can only be taken back. */
const reasonsMs = 30_000;
const hasReasons = (stars: number) => stars <= maxStarsWithReasons;

/** One rating with its reasons, which go together. */
function TripRating({ trip, name, secret, onChanged }: TripPartProps & { readonly name: string }) {
  const t = useNamespace('tripPage');
  const { rate } = useNamespace('publicPages');
  const { keyOf } = useRequestKeys(newUuid);
  const [reasons, setReasons] = useState<readonly ReviewReason[]>([]);
  const deliver = async (stars: number) => {
    const given = hasReasons(stars) ? reasons : [];
    await rateTrip(secret, keyOf([stars, given]), stars, given).finally(onChanged);
  };
  const { rating, ...acts } = useRating(deliver, (stars) => (hasReasons(stars) ? reasonsMs : undefined));
  if (trip.is_rated || rating.step === 'done')
    return (
      <Notice tone="success">
        {rating.stars !== null && (
          <span className="flex text-accent">
            <span className="sr-only">{rate.stars(rating.stars)}</span>
            {Array.from({ length: rating.stars }, (_, index) => (
              <Star key={index} size={20} className="fill-accent" aria-hidden="true" />
            ))}
          </span>
        )}
        <span>{t.rated}</span>
      </Notice>
    );
  return (
    <section className="flex flex-col items-center gap-3 rounded-card bg-surface-raised p-4 text-center shadow-card">
      <StarChoice isPart name={name} rating={rating} {...acts}>
        {rating.step === 'waiting' && hasReasons(rating.stars) && (
          <ReasonChoice chosen={reasons} onChange={setReasons} onDone={() => acts.send(rating.stars)} />
        )}
      </StarChoice>
    </section>
  );
}

function ReceiptButton({ trip, secret }: TripPartProps) {
  const t = useNamespace('tripPage');
  const { language } = useLanguage();
  const open = async () => window.location.assign(`/receipt?lang=${language}#${await tripReceipt(secret)}`);
  const opening = useAction(open, { not_paid: t.noReceipt });
  if (!trip.is_paid) return <p className="text-small text-ink-soft">{t.noReceipt}</p>;
  return (
    <>
      <PageButton
        variant={trip.is_rated ? 'primary' : 'secondary'}
        busy={opening.busy}
        icon={ReceiptText}
        onClick={() => opening.run()}
      >
        {t.receipt}
      </PageButton>
      {opening.errorText && <Notice tone="error">{opening.errorText}</Notice>}
    </>
  );
}
