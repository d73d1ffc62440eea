import { useMessages } from '../i18n/LanguageProvider.tsx';
import { classes } from '../ui/classes.ts';
import { plateInPairs } from '../../shared/chile/plate.ts';

export interface PlateProps {
  /** As stored, without separators. */
  readonly plate: string;
  /**
   * `card`: with its label for screen readers and the country, as on the vehicle. `large`: the same, readable from the back
   * seat. `key` and `tag` name a vehicle on a key or in a line of text.
   */
  readonly variant?: 'card' | 'large' | 'key' | 'tag';
  readonly className?: string;
}

const looseFrame =
  'inline-flex flex-col items-center rounded-small border-2 border-night bg-white px-3 pt-1 pb-0.5 text-night outline-2 outline-white';
const tightFrame =
  'headline rounded-small border-2 border-night bg-white px-2 whitespace-nowrap text-night tabular-nums';

/** A licence plate drawn as one, black on white in every theme. */
export function Plate({ plate, variant = 'card', className }: PlateProps) {
  if (variant === 'tag')
    return (
      <span className={classes(tightFrame, 'inline-block text-small', className)}>{plateInPairs(plate)}</span>
    );
  if (variant === 'key')
    return (
      <span className={classes(tightFrame, 'shrink-0 text-lead tablet:text-figure', className)}>
        {plateInPairs(plate)}
      </span>
    );
  return <VehiclePlate plate={plate} large={variant === 'large'} className={className} />;
}

interface VehiclePlateProps {
  readonly plate: string;
  readonly large: boolean;
  readonly className: string | undefined;
}

function VehiclePlate({ plate, large, className }: VehiclePlateProps) {
  return (
    <span className={classes(looseFrame, className)}>
      <span className="sr-only">{useMessages().driver.short.licensePlate}: </span>
      <span
        className={classes(
          'headline leading-none whitespace-nowrap tabular-nums',
          large
            ? 'text-[2.5rem] sm:text-[min(3.5rem,7vw)]'
            : 'text-[1.5rem] md:text-[1.75rem] tablet:text-figure',
        )}
      >
        {plateInPairs(plate)}
      </span>
      <span aria-hidden="true" className="text-[0.5625rem] leading-tight font-bold tracking-[0.3em]">
        CHILE
      </span>
    </span>
  );
}
