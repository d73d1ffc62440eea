import { classes } from './classes.ts';
import { plateInPairs } from './plateInPairs.ts';

export interface PlateProps {
  /** As stored, for example BBBB12. */
  readonly value: string;
  /** The word for a licence plate, for screen readers. */
  readonly label: string;
  /** Readable from the back seat. */
  readonly large?: boolean;
  readonly className?: string;
}

/** A licence plate drawn as one, black on white in every theme. */
export function Plate({ value, label, large = false, className }: PlateProps) {
  return (
    <span
      className={classes(
        'inline-flex flex-col items-center rounded-small border-2 border-night bg-white px-3 pt-1 pb-0.5 text-night',
        'outline-2 outline-white',
        className,
      )}
    >
      <span className="sr-only">{label}: </span>
      <span
        className={classes(
          'headline leading-none whitespace-nowrap tabular-nums',
          large ? 'text-[2.5rem] sm:text-[min(3.5rem,7vw)]' : 'text-[1.5rem] md:text-[1.75rem]',
        )}
      >
        {plateInPairs(value)}
      </span>
      <span aria-hidden="true" className="text-[0.5625rem] leading-tight font-bold tracking-[0.3em]">
        CHILE
      </span>
    </span>
  );
}
