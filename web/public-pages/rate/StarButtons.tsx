import { Undo2 } from 'lucide-react';
import type { DataError } from '../../data/errors.ts';
import { photoUrl, smallPhotoUrl } from '../../data/drivers/photoUrl.ts';
import type { LinkedDriver } from '../../data/reviews/rateByLink.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { describeError } from '../../i18n/describeError.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Photo } from '../../ui/Photo.tsx';
import { Plate } from '../../components/Plate.tsx';
import { StarShape } from '../../components/StarShape.tsx';

interface StarButtonsProps {
  readonly driver: LinkedDriver;
  /** The tapped stars, which are being sent unless they wait or there is a `failure`. */
  readonly chosen: number | null;
  /** The stars can still be taken back. */
  readonly isWaiting: boolean;
  readonly failure: DataError | null;
  /** Null takes them back. */
  readonly onChoose: (stars: number | null) => void;
  readonly onRetry: (stars: number) => void;
}

const choices = [1, 2, 3, 4, 5];

/** The driver and five stars: one tap sends the rating, some seconds later. */
export function StarButtons({ driver, chosen, isWaiting, failure, onChoose, onRetry }: StarButtonsProps) {
  const { errors } = useMessages();
  const { rate } = useNamespace('publicPages');
  const { license_plate: plate } = driver;
  const sending = chosen !== null && !isWaiting && failure === null;
  return (
    <main className="mx-auto flex w-full max-w-lg flex-1 flex-col items-center justify-center gap-5 px-4 py-8 text-center">
      <Photo
        src={photoUrl(driver.photo_url)}
        smaller={smallPhotoUrl(driver.photo_url)}
        name={driver.first_name}
        className="size-36 rounded-full border-4 border-accent sm:size-44"
      />
      {plate && <Plate plate={plate} />}
      <h1 className="headline text-title">{rate.question(driver.first_name)}</h1>
      <fieldset className="w-full" aria-busy={sending}>
        <legend className="sr-only">{rate.legend}</legend>
        <div className="flex justify-center">
          {choices.map((stars) => (
            <button
              key={stars}
              type="button"
              aria-label={rate.stars(stars)}
              aria-pressed={chosen === stars}
              aria-disabled={sending || undefined}
              onClick={() => !sending && onChoose(stars)}
              className="group flex min-h-18 min-w-0 flex-1 items-center justify-center rounded-control sm:max-w-22"
            >
              <StarShape
                filled={chosen !== null && stars <= chosen}
                className="size-13 transition-colors group-active:fill-accent group-active:text-accent sm:size-16"
              />
            </button>
          ))}
        </div>
      </fieldset>
      <output className="min-h-7 text-ink-soft">
        {isWaiting ? rate.soon : sending ? rate.sending : rate.hint}
      </output>
      {isWaiting && (
        <Button
          variant="secondary"
          icon={<Undo2 size={24} aria-hidden="true" />}
          onClick={() => onChoose(null)}
        >
          {rate.undo}
        </Button>
      )}
      {failure && chosen !== null && (
        <>
          <Notice tone="error" className="w-full text-left">
            {rate.failed} {describeError(failure, errors)}
          </Notice>
          <Button className="w-full" onClick={() => onRetry(chosen)}>
            {rate.again}
          </Button>
        </>
      )}
    </main>
  );
}
