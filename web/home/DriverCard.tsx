import { BadgeCheck, ChevronRight, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { isVerified } from '../data/drivers/driverState.ts';
import type { Driver } from '../data/drivers/drivers.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { classes } from '../ui/classes.ts';
import { focusIfLost } from '../ui/focusOnMount.ts';
import { markFirst } from '../util/firstScreen.ts';
import { DriverPhoto } from '../components/DriverPhoto.tsx';
import { Plate } from '../components/Plate.tsx';
import { formatRating } from '../reviews/formatRating.ts';
import { isLongName } from './firstName.ts';

export interface DriverCardProps {
  readonly driver: Driver;
  /** Stars, 1 to 5, to one decimal; null for a driver whom the company shows as new. */
  readonly rating: number | null;
  /** The whole card is one button. */
  readonly onOpen: () => void;
  readonly className?: string;
}

/** A longer code is set smaller, so that the header stays low. */
const longCodeChars = 7;

/** After a sign-in the focus would be on nothing. */
const begin = (heading: HTMLElement | null): void => {
  focusIfLost(heading);
  markFirst('driver');
};

/** The driver's photo, name, plate, code and rating, readable from the back seat. Opens the panel with the proof. */
export function DriverCard({ driver, rating, onOpen, className }: DriverCardProps) {
  const { common, driver: labels, home } = useMessages();
  const long = isLongName(driver.name);
  const verified = isVerified(driver);
  return (
    <section aria-label={home.driver} className={classes('driver-card', className)}>
      <VouchedPhoto driver={driver} />
      <div className="min-w-0 flex-[1_1_min-content]">
        <h1 ref={begin} tabIndex={-1} className="driver-name" data-long={long ? '' : undefined}>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="text-left after:absolute after:-inset-2"
          >
            {driver.name}
            <ChevronRight
              className={classes(
                'ml-1 hidden size-8 align-[-0.15em] text-copper-light md:inline low:hidden',
                long && 'tablet:hidden',
              )}
              aria-hidden="true"
            />
          </button>
        </h1>
        <div
          className={classes(
            'low:mt-1 mt-1.5 flex flex-wrap items-center gap-x-3.5 gap-y-1.5 md:mt-2 md:gap-x-7 tablet:gap-x-5 tablet:lg:max-xl:gap-x-4',
            !verified && 'tablet:mt-1',
          )}
        >
          <Plate plate={driver.license_plate} />
          <div className="flex min-w-0 flex-wrap gap-x-4 md:flex-nowrap md:gap-x-7 tablet:gap-x-5">
            <Fact label={labels.short.driverCode} small={driver.driver_code.length > longCodeChars}>
              {driver.driver_code}
            </Fact>
            <Fact label={common.rating}>{rating === null ? <NewDriver /> : <Stars rating={rating} />}</Fact>
          </div>
        </div>
        {!verified && (
          <p className="mt-1 text-small leading-tight text-mist md:text-body tablet:mt-0 tablet:leading-none low:text-tag">
            {home.registered}
          </p>
        )}
      </div>
    </section>
  );
}

/** The photo, with a tick when the company has verified the driver. */
function VouchedPhoto({ driver }: Pick<DriverCardProps, 'driver'>) {
  const { home } = useMessages();
  return (
    <div className="relative shrink-0">
      <DriverPhoto driver={driver} className="driver-photo" />
      {isVerified(driver) && (
        <>
          <BadgeCheck
            className="absolute -right-1 -bottom-1 size-8 fill-night text-copper-light md:size-10 low:size-7"
            aria-hidden="true"
          />
          <span className="sr-only">{home.verified}</span>
        </>
      )}
    </div>
  );
}

function Stars({ rating }: { rating: number }) {
  const { home } = useMessages();
  const shown = formatRating(rating, useLanguage().language);
  return (
    <>
      <Star className="size-5 fill-copper-light text-copper-light md:size-6" aria-hidden="true" />
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{home.ratingOutOfFive(shown)}</span>
    </>
  );
}

function NewDriver() {
  const { home } = useMessages();
  return (
    <>
      <span>{home.newDriver}</span>
      <span className="sr-only"> ({home.notRatedYet})</span>
    </>
  );
}

/** On a phone the label is for screen readers only: there is no room for it. */
function Fact({ label, small, children }: { label: string; small?: boolean; children: ReactNode }) {
  return (
    <div className={small ? 'min-w-0' : 'shrink-0'}>
      <span className="sr-only text-caption leading-tight text-haze md:not-sr-only low:sr-only">
        {label}
        <span className="sr-only">: </span>
      </span>
      <span
        className={classes(
          'headline flex items-center gap-1.5 leading-tight md:min-h-9 tablet:text-figure',
          small ? 'text-small md:text-lead tablet:[font-stretch:100%]' : 'text-body md:text-[1.75rem]',
        )}
      >
        {children}
      </span>
    </div>
  );
}
