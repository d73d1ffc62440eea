import type { Driver } from '../data/drivers.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { classes } from '../ui/classes.ts';
import { plateInPairs } from '../../shared/chile/plate.ts';

export interface DriverPlateProps {
  readonly driver: Pick<Driver, 'license_plate'>;
  /** Readable from the back seat. */
  readonly large?: boolean;
  readonly className?: string;
}

/** A driver's licence plate drawn as one, black on white in every theme, with its label for screen readers. */
export function DriverPlate({ driver, large = false, className }: DriverPlateProps) {
  return (
    <span
      className={classes(
        'inline-flex flex-col items-center rounded-small border-2 border-night bg-white px-3 pt-1 pb-0.5 text-night',
        'outline-2 outline-white',
        className,
      )}
    >
      <span className="sr-only">{useMessages().driver.short.licensePlate}: </span>
      <span
        className={classes(
          'headline leading-none whitespace-nowrap tabular-nums',
          large
            ? 'text-[2.5rem] sm:text-[min(3.5rem,7vw)]'
            : 'text-[1.5rem] md:text-[1.75rem] tablet:text-figure',
        )}
      >
        {plateInPairs(driver.license_plate)}
      </span>
      <span aria-hidden="true" className="text-[0.5625rem] leading-tight font-bold tracking-[0.3em]">
        CHILE
      </span>
    </span>
  );
}
