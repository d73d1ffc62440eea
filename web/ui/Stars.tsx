import { Star } from 'lucide-react';
import { useId } from 'react';
import { classes } from './classes.ts';

export interface StarsProps {
  readonly legend: string;
  /** The label of one choice, for example «4 estrellas». */
  readonly starLabel: (stars: number) => string;
  /** 1 to 5. */
  readonly value: number;
  readonly onChange: (stars: number) => void;
}

const choices = [1, 2, 3, 4, 5];

/** Five stars to choose from: native radio buttons, so that the arrow keys work. */
export function Stars({ legend, starLabel, value, onChange }: StarsProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex justify-center">
        {choices.map((stars) => (
          <label
            key={stars}
            className="relative flex h-14 w-14 min-w-0 shrink cursor-pointer items-center justify-center rounded-control sm:size-18"
          >
            <input
              type="radio"
              name={name}
              value={stars}
              checked={stars === value}
              onChange={() => onChange(stars)}
              aria-label={starLabel(stars)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control"
            />
            <Star
              aria-hidden="true"
              strokeWidth={1.5}
              className={classes(
                'pointer-events-none size-10 sm:size-14',
                stars <= value ? 'fill-accent text-accent' : 'fill-transparent text-line-strong',
              )}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
