import { Undo2 } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
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
import type { Rating, useRating } from './useRating.ts';

interface StarButtonsProps extends ReturnType<typeof useRating> {
  readonly driver: LinkedDriver;
}

/** The driver and five stars: one tap sends the rating, some seconds later. */
export function StarButtons({ driver, ...rating }: StarButtonsProps) {
  const { license_plate: plate } = driver;
  return (
    <main className="mx-auto flex w-full max-w-lg flex-1 flex-col items-center justify-center gap-5 px-4 py-8 text-center">
      <Photo
        src={photoUrl(driver.photo_url)}
        smaller={smallPhotoUrl(driver.photo_url)}
        name={driver.first_name}
        className="size-36 rounded-full border-4 border-accent sm:size-44"
      />
      {plate && <Plate plate={plate} />}
      <StarChoice name={driver.first_name} {...rating} />
    </main>
  );
}

interface StarChoiceProps extends ReturnType<typeof useRating> {
  /** The driver's first name. */
  readonly name: string;
  /** The question stands within a page that has a heading of its own. */
  readonly isPart?: boolean;
  /** Stands between the stars and the way to take them back. */
  readonly children?: ReactNode;
}

/** The question, five stars, the way to take them back, and an error. */
export function StarChoice(props: StarChoiceProps) {
  const { name, isPart = false, rating, choose, undo, send, children } = props;
  const { rate } = useNamespace('publicPages');
  const question = useRef<HTMLHeadingElement>(null);
  const Heading = isPart ? 'h2' : 'h1';
  return (
    <>
      <Heading
        ref={question}
        tabIndex={-1}
        className="headline max-w-full text-title wrap-anywhere outline-none"
      >
        {rate.question(name)}
      </Heading>
      <Stars rating={rating} onChoose={choose} />
      {children}
      {/* The room of the button is always there: the stars must not move away from under a thumb. */}
      <div className="min-h-target">
        {rating.step === 'waiting' && (
          <Button
            variant="secondary"
            icon={<Undo2 size={24} aria-hidden="true" />}
            onClick={() => {
              undo();
              // The pressed button, which had the focus, goes.
              question.current?.focus();
            }}
          >
            {rate.undo}
          </Button>
        )}
      </div>
      {rating.step === 'failed' && <Failure {...rating} onRetry={() => send(rating.stars)} />}
    </>
  );
}

interface StarsProps {
  readonly rating: Rating;
  readonly onChoose: (stars: number) => void;
}

const choices = [1, 2, 3, 4, 5];

function Stars({ rating: { step, stars: chosen }, onChoose }: StarsProps) {
  const { rate } = useNamespace('publicPages');
  const isSending = step === 'sending';
  return (
    <>
      <fieldset className="w-full" aria-busy={isSending}>
        <legend className="sr-only">{rate.legend}</legend>
        <div className="flex justify-center">
          {choices.map((stars) => (
            <button
              key={stars}
              type="button"
              aria-label={rate.stars(stars)}
              aria-pressed={chosen === stars}
              aria-disabled={isSending || undefined}
              onClick={() => !isSending && onChoose(stars)}
              className="group flex min-h-18 min-w-0 flex-1 items-center justify-center rounded-control sm:max-w-22"
            >
              <StarShape
                filled={chosen !== null && stars <= chosen}
                className="aspect-square h-auto w-full max-w-13 transition-colors group-active:fill-accent group-active:text-accent sm:max-w-16"
              />
            </button>
          ))}
        </div>
      </fieldset>
      <output className="min-h-14 text-ink-soft">
        {step === 'waiting' ? rate.soon : isSending ? rate.sending : rate.hint}
      </output>
    </>
  );
}

interface FailureProps {
  readonly failure: DataError;
  readonly onRetry: () => void;
}

function Failure({ failure, onRetry }: FailureProps) {
  const { errors } = useMessages();
  const { rate } = useNamespace('publicPages');
  return (
    <>
      <Notice tone="error" className="w-full text-left">
        {rate.failed} {describeError(failure, errors)}
      </Notice>
      <Button className="w-full" onClick={onRetry}>
        {rate.again}
      </Button>
    </>
  );
}
