import { useMessages } from '../i18n/LanguageProvider.tsx';
import { classes } from '../ui/classes.ts';
import { plateInPairs } from '../../shared/chile/plate.ts';

export interface PlateProps {
  /** As stored, without separators; nothing is drawn for a driver without a plate. */
  readonly plate: string | null;
  /**
   * `card`: with its label for screen readers and the country, as on the vehicle. `large`: the same, readable from the back
   * seat. `sign`: as large as the screen, to be held up. `key` and `tag` name a vehicle on a key or in a line of text.
   */
  readonly variant?: 'card' | 'large' | 'sign' | 'key' | 'tag';
  readonly className?: string;
}

const frame = 'true-colours rounded-small border-2 border-night bg-white text-night';
const number = 'headline whitespace-nowrap tabular-nums';
const numberSizes = {
  card: 'text-[min(1.5rem,8vw)] md:text-[1.75rem] tablet:text-figure tablet:lg:max-xl:text-[1.5rem] low:text-[22px]',
  large: 'text-[min(2.5rem,10vw)] sm:text-[min(3.5rem,7vw)]',
  sign: 'text-[min(9rem,15vw)]',
  key: 'shrink-0 text-lead tablet:text-figure',
  tag: 'inline-block text-small',
};

/** A licence plate drawn as one, black on white in every theme. */
export function Plate({ plate, variant = 'card', className }: PlateProps) {
  if (plate === null) return null;
  const text = plateInPairs(plate);
  const size = numberSizes[variant];
  if (variant === 'key' || variant === 'tag')
    return <span className={classes(frame, number, 'px-2', size, className)}>{text}</span>;
  return (
    <span
      className={classes(
        frame,
        'inline-flex flex-col items-center px-3 pt-1 pb-0.5 outline-2 outline-white',
        className,
      )}
    >
      <Label />
      <span className={classes(number, 'leading-none', size)}>{text}</span>
      <span aria-hidden="true" className="text-[0.5625rem] leading-tight font-bold tracking-[0.3em]">
        CHILE
      </span>
    </span>
  );
}

/** The name of the plate for screen readers. */
function Label() {
  return <span className="sr-only">{useMessages().driver.short.licensePlate}: </span>;
}
