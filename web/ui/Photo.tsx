import { useState } from 'react';
import { classes } from './classes.ts';
import { initials } from './initials.ts';

export interface PhotoProps {
  readonly src: string | null;
  /** A smaller rendition of the photo, used instead unless it fails to load. */
  readonly smaller?: string | undefined;
  /** Alternative text and source of the initials. */
  readonly name: string;
  /** Size and radius, for example `size-24 rounded-full`. */
  readonly className?: string;
}

/** A person's photo; the initials when there is none or it fails to load. */
export function Photo({ src, smaller, name, className }: PhotoProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const shown = [smaller, src].find((each) => each && !failed.includes(each));
  const shape = classes('shrink-0 overflow-hidden bg-ocean text-snow', className);
  if (!shown) {
    return (
      <span className={classes('flex items-center justify-center', shape)}>
        <span className="headline text-title" aria-hidden="true">
          {initials(name)}
        </span>
        <span className="sr-only">{name}</span>
      </span>
    );
  }
  return (
    <img
      src={shown}
      alt={name}
      decoding="async"
      onError={() => setFailed([...failed, shown])}
      className={classes('object-cover', shape)}
    />
  );
}
