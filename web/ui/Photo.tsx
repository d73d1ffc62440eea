import { useState } from 'react';
import { classes } from './classes.ts';
import { initials } from './initials.ts';

export interface PhotoProps {
  readonly src: string | null;
  /** Alternative text and source of the initials. */
  readonly name: string;
  /** Size and radius, for example `size-24 rounded-full`. */
  readonly className?: string;
}

/** A person's photo; the initials when there is none or it cannot be loaded. */
export function Photo({ src, name, className }: PhotoProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const shape = classes('shrink-0 overflow-hidden bg-ocean text-snow', className);
  if (!src || failed === src) {
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
      src={src}
      alt={name}
      decoding="async"
      onError={() => setFailed(src)}
      className={classes('object-cover', shape)}
    />
  );
}
