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
            className="text-left after:absolute after:inset-0"
          >
            {driver.name}
            <ChevronRight className="driver-chevron" aria-hidden="true" />
          </button>
        </h1>
        <div className="driver-facts">
          <Plate plate={driver.license_plate} />
          <div className="driver-numbers">
            <Fact label={labels.short.driverCode} small={driver.driver_code.length > longCodeChars}>
              {driver.driver_code}
            </Fact>
            <Fact label={common.rating}>{rating === null ? <NewDriver /> : <Stars rating={rating} />}</Fact>
          </div>
        </div>
        {!verified && <p className="driver-note">{home.registered}</p>}
      </div>
    </section>
  );
}

/** The photo, with a tick when the company has verified the driver. */
function VouchedPhoto({ driver }: Pick<DriverCardProps, 'driver'>) {
  const { home } = useMessages();
  return (
    <div className="relative shrink-0">
      <DriverPhoto driver={driver} className="driver-photo low:[&>span]:text-[20px]" />
      {isVerified(driver) && (
        <>
          <BadgeCheck className="driver-badge" aria-hidden="true" />
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
      <span className="driver-fact" data-small={small && ''}>
        {children}
      </span>
    </div>
  );
}
