import { CircleCheck, Clock, Hourglass, Link2Off, Star } from 'lucide-react';
import { lazy, useCallback, type ReactNode } from 'react';
import { maxStarsWithReasons } from '../../../shared/reviews.ts';
import { rateByLink, readRatingLink, type LinkedDriver } from '../../data/reviews/rateByLink.ts';
import { useLoad } from '../../data/useLoad.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Optional } from '../../ui/Boundary.tsx';
import { focusOnMount } from '../../ui/focusOnMount.ts';
import { GuideLink, HelpLink } from '../Links.tsx';
import { LoadFailure, Message, PageLoading } from '../Message.tsx';
import { StarButtons } from './StarButtons.tsx';
import { useRating } from './useRating.ts';
import { useReasonDelivery } from './useReasonDelivery.ts';

const LinkReasons = lazy(() => import('./LinkReasons.tsx'));

const icons = { used: CircleCheck, expired: Clock, invalid: Link2Off, busy: Hourglass };
type Ending = keyof typeof icons;

/** Error codes that are final; after any other error the passenger can retry. */
const endings: Readonly<Record<string, Ending>> = {
  rating_link_used: 'used',
  rating_link_expired: 'expired',
  rating_link_invalid: 'invalid',
  over_review_rate_limit: 'busy',
};

export interface RateScreenProps {
  /** The token of a link, or the code of a printed card. */
  readonly token: string;
  /** The load that began before the page rendered. */
  readonly asked: Promise<LinkedDriver>;
}

/** One rating from the passenger's own phone, and the reasons for a low one. */
export default function RateScreen({ token, asked }: RateScreenProps) {
  const ask = useCallback(() => readRatingLink(token), [token]);
  const { value, error, reload } = useLoad(ask, asked);
  const sendReasons = useReasonDelivery();
  if (error) {
    const ending = endings[error.code];
    return ending ? <Ended ending={ending} /> : <LoadFailure failure={error} onRetry={reload} />;
  }
  if (value === undefined) return <PageLoading />;
  if (value.state !== 'open') return <Ended ending={value.state} />;
  return <Open token={value.token ?? token} driver={value} onReasons={sendReasons} />;
}

function Ended({ ending }: { readonly ending: Ending }) {
  const { rate } = useNamespace('publicPages');
  const Icon = icons[ending];
  return (
    <Message
      tone={ending === 'used' ? 'success' : 'plain'}
      icon={<Icon size={48} />}
      title={rate[`${ending}Title`]}
      text={rate[`${ending}Text`]}
    >
      <GuideLink />
      <HelpLink />
    </Message>
  );
}

interface OpenProps {
  readonly token: string;
  readonly driver: LinkedDriver;
  /** Reasons were stored, and wait to be sent. */
  readonly onReasons: () => void;
}

function Open({ token, driver, onReasons }: OpenProps) {
  const { rating, ...actions } = useRating((stars) => rateByLink(token, stars));
  if (rating.step === 'done')
    return (
      <Thanks stars={rating.stars} name={driver.first_name}>
        {rating.stars <= maxStarsWithReasons && (
          <Optional>
            <LinkReasons token={token} onStored={onReasons} />
          </Optional>
        )}
      </Thanks>
    );
  const ending = rating.step === 'failed' && endings[rating.failure.code];
  if (ending) return <Ended ending={ending} />;
  return <StarButtons driver={driver} rating={rating} {...actions} />;
}

interface ThanksProps {
  readonly stars: number;
  readonly name: string;
  readonly children?: ReactNode;
}

export function Thanks({ stars, name, children }: ThanksProps) {
  const { rate } = useNamespace('publicPages');
  return (
    <main className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-5 px-5 py-10 text-center">
      <p className="flex justify-center gap-1 text-accent">
        <span className="sr-only">{rate.stars(stars)}</span>
        {Array.from({ length: stars }, (_, index) => (
          <Star key={index} className="size-11 fill-accent" aria-hidden="true" />
        ))}
      </p>
      {/* The pressed button, which had the focus, is gone. */}
      <h1 ref={focusOnMount} tabIndex={-1} className="headline text-display outline-none">
        {rate.thanks}
      </h1>
      <p className="text-lead text-balance text-ink-soft">{rate.thanksText(name)}</p>
      {children}
      <div className="mt-4 flex w-full flex-col gap-3">
        <GuideLink />
        <HelpLink />
      </div>
    </main>
  );
}
