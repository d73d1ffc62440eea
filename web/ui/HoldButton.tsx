import { useEffect, useEffectEvent, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';

export interface HoldButtonProps {
  /** Says that it has to be held, too: it is shown while somebody presses. */
  readonly label: string;
  /** In milliseconds. */
  readonly duration: number;
  readonly onHeld: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A key that is still down goes on typing: it must not press what has opened under it. */
function ignoreUntilReleased(): void {
  const ignore = (event: globalThis.KeyboardEvent) => {
    if (event.repeat) event.preventDefault();
  };
  const release = () => window.removeEventListener('keydown', ignore, true);
  window.addEventListener('keydown', ignore, true);
  window.addEventListener('keyup', release, { once: true });
}

/** A button that acts when it has been held for a while, with a finger or with Enter or Space; not on a touch. */
export function HoldButton({ label, duration, onHeld, className, children }: HoldButtonProps) {
  const [holding, setHolding] = useState(false);
  const release = () => setHolding(false);
  const held = useEffectEvent(() => {
    setHolding(false);
    ignoreUntilReleased();
    onHeld();
  });

  useEffect(() => {
    if (!holding) return undefined;
    const timer = setTimeout(held, duration);
    return () => clearTimeout(timer);
  }, [holding, duration]);

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) setHolding(true);
  };

  return (
    <button
      type="button"
      aria-label={label}
      data-holding={holding || undefined}
      onPointerDown={(event) => setHolding(event.button === 0)}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={press}
      onKeyUp={release}
      onBlur={release}
      className={classes('hold', className)}
    >
      <span className="hold-progress" style={{ transitionDuration: `${duration}ms` }} />
      {children}
    </button>
  );
}
