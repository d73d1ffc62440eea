import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { maxRating } from '../../shared/limits.ts';
import { maxStarsWithReasons } from '../../shared/reviews.ts';
import { DriverPhoto } from '../components/DriverPhoto.tsx';
import { StarShape } from '../components/StarShape.tsx';
import { useIsFair } from '../content/reviewDisplay.ts';
import type { Driver } from '../data/drivers/drivers.ts';
import { newUuid } from '../util/uuid.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { describeError } from '../i18n/describeError.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { cooldownLeft, useHasRaterLeft } from './cooldown.ts';
import { giveReview } from './giveReview.ts';
import { lowReview } from './lowReview.ts';
import { RatingCode } from './RatingCode.tsx';

interface RatingPanelProps {
  readonly driver: Driver;
  /** Receives the rating, 1 to 5, once it is stored on this device or delivered. */
  readonly onRated: (stars: number) => void;
}

/** Keeps the dialog open for the second press of a double tap. */
const minStayMs = 400;
const stay = () => new Promise((resolve) => setTimeout(resolve, minStayMs));

/** Stores one rating, however often its button is pressed. */
function useRating(driverId: string, onRated: (stars: number) => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [cooldown, setCooldown] = useState(cooldownLeft);
  // One opening of the dialog is one rating, however often it has to be sent.
  const key = useRef<string>(undefined);
  // State is too slow for a double tap: both presses would see the same render.
  const sending = useRef(false);

  const submit = async (stars: number, shownLink: string | undefined) => {
    if (sending.current) return;
    const left = cooldownLeft();
    // Another tab may have sent a rating meanwhile.
    if (left > 0) return setCooldown(left);
    sending.current = true;
    setBusy(true);
    setFailure(null);
    key.current ??= newUuid();
    try {
      const given = { key: key.current, driverId, stars };
      await Promise.all([giveReview({ ...given, ...(shownLink && { shownLink }) }), stay()]);
      lowReview.set(stars <= maxStarsWithReasons ? given : null);
      onRated(stars);
    } catch (error) {
      console.error('The rating could not be saved', error);
      setFailure(error);
      sending.current = false;
      setBusy(false);
    }
  };
  return { submit, busy, failure, cooldown };
}

/** Five stars for the driver; all five are selected whenever the dialog opens, none in the fair display. */
export default function RatingPanel({ driver, onRated }: RatingPanelProps) {
  const { errors, home } = useMessages();
  const { rating } = useNamespace('panels');
  const [stars, setStars] = useState(useIsFair() ? null : maxRating);
  const shownLink = useRef<string>(undefined);
  const { submit, busy, failure, cooldown } = useRating(driver.id, onRated);

  const hasRaterLeft = useHasRaterLeft();

  if (cooldown > 0) {
    const minutes = Math.ceil(cooldown / 60_000);
    if (hasRaterLeft) return <Notice tone="info">{home.ratedBefore(minutes)}</Notice>;
    return (
      <Notice tone="success">
        {home.thanks} {home.rateAgain(minutes)}
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-6 lg:flex-row lg:flex-wrap lg:items-center tablet:flex-1 tablet:gap-10 tablet:landscape:max-xl:gap-4 tablet:portrait:justify-center">
      <div className="flex flex-col items-center gap-5 text-center lg:flex-[1_1_20rem] low:gap-2">
        <div className="flex flex-col items-center gap-5 low:flex-row low:gap-4 low:text-left">
          <DriverPhoto
            driver={driver}
            className="size-28 shrink-0 rounded-full border-3 border-accent sm:size-32 tablet:size-40 tablet:landscape:max-xl:size-24 low:size-16"
          />
          <div>
            <p className="headline text-title">{driver.name}</p>
            <p className="mt-1 text-ink-soft tablet:text-lead low:mt-0">{rating.question}</p>
          </div>
        </div>
        <div className="max-w-full">
          <Stars value={stars} onChange={setStars} />
          <p className="mt-1 text-lead font-semibold text-accent tablet:text-title" aria-hidden="true">
            {stars === null ? '\u00a0' : rating.levels[stars - 1]}
          </p>
        </div>
        {failure !== null && (
          <Notice tone="error" className="w-full text-left">
            {rating.failed} {describeError(failure, errors)}
          </Notice>
        )}
        <Button
          busy={busy}
          disabled={stars === null}
          onClick={() => stars !== null && void submit(stars, shownLink.current)}
          icon={<Send size={24} aria-hidden="true" />}
          className="w-full tablet:max-w-2xl"
        >
          {rating.submit}
        </Button>
      </div>
      <RatingCode onRated={onRated} onShown={(shown) => (shownLink.current = shown)} />
    </div>
  );
}

/** Five stars to choose from: native radio buttons, so that the arrow keys work. */
function Stars({ value, onChange }: { value: number | null; onChange: (stars: number) => void }) {
  const { rating } = useNamespace('panels');
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{rating.legend}</legend>
      <div className="flex justify-center">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="relative flex h-14 w-14 min-w-0 shrink cursor-pointer items-center justify-center rounded-control sm:size-18 tablet:size-26 low:size-16 tablet:low:size-22"
          >
            <input
              type="radio"
              // The same each time: Chromium never forgets the name of a radio button.
              name="stars"
              value={stars}
              checked={stars === value}
              onChange={() => onChange(stars)}
              aria-label={rating.stars(stars)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control"
            />
            <StarShape
              filled={value !== null && stars <= value}
              className="pointer-events-none size-10 sm:size-14 tablet:size-20 low:size-12 tablet:low:size-18"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
