import { BadgeCheck, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Driver } from '../data/drivers.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { classes } from '../ui/classes.ts';
import { DriverPhoto } from '../components/DriverPhoto.tsx';
import { DriverPlate } from '../components/DriverPlate.tsx';
import { formatRating } from '../ratings/formatRating.ts';

export interface DriverCardProps {
  readonly driver: Driver;
  /** Stars, 1 to 5, to one decimal. */
  readonly rating: number;
  /** The whole card is one button. */
  readonly onOpen: () => void;
  readonly className?: string;
}

/** In characters. Longer texts are set smaller, so that the header stays low. */
const longName = 22;
const longCode = 8;

/** The driver's photo, name, plate, code and rating, readable from the back seat. Opens the panel with the proof. */
export function DriverCard({ driver, rating, onOpen, className }: DriverCardProps) {
  const { common, driver: labels, home } = useMessages();
  const { language } = useLanguage();
  const long = driver.name.length > longName;
  const shownRating = formatRating(rating, language);
  return (
    <section
      aria-label={home.driver}
      className={classes('relative flex min-w-0 items-center gap-4 md:gap-6 tablet:gap-4', className)}
    >
      <DriverPhoto
        driver={driver}
        className="size-20 rounded-full border-3 border-copper-light md:size-29 tablet:size-26"
      />
      <div className="min-w-0">
        <h1
          className={classes(
            'headline text-lead leading-tight',
            long ? 'md:text-[1.75rem] tablet:text-[2rem] tablet:[font-stretch:100%]' : 'md:text-[2.125rem]',
          )}
        >
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="text-left after:absolute after:-inset-2"
          >
            {driver.name}
            <BadgeCheck
              className={classes(
                'ml-2 hidden size-8 align-[-0.2em] text-copper-light md:inline',
                long && 'tablet:hidden',
              )}
              aria-hidden="true"
            />
          </button>
        </h1>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3.5 gap-y-1.5 md:mt-2 md:gap-x-7">
          <DriverPlate driver={driver} />
          <div className="flex min-w-0 flex-wrap gap-x-4 md:flex-nowrap md:gap-x-7">
            <Fact label={labels.short.driverCode} small={driver.driver_code.length > longCode}>
              {driver.driver_code}
            </Fact>
            <Fact label={common.rating}>
              <Star className="size-5 fill-copper-light text-copper-light md:size-6" aria-hidden="true" />
              <span aria-hidden="true">{shownRating}</span>
              <span className="sr-only">{home.ratingOutOfFive(shownRating)}</span>
            </Fact>
          </div>
        </div>
      </div>
    </section>
  );
}

/** On a phone the label is for screen readers only: there is no room for it. */
function Fact({ label, small, children }: { label: string; small?: boolean; children: ReactNode }) {
  return (
    <div className={small ? 'min-w-0' : 'shrink-0'}>
      <span className="sr-only text-caption leading-tight text-haze md:not-sr-only">
        {label}
        <span className="sr-only">: </span>
      </span>
      <span
        className={classes(
          'headline flex items-center gap-1.5 leading-tight md:min-h-9 tablet:text-[2rem]',
          small ? 'text-small md:text-lead' : 'text-body md:text-[1.75rem]',
        )}
      >
        {children}
      </span>
    </div>
  );
}
