import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTimer } from '../util/time/useTimer.ts';
import { classes } from './classes.ts';

export interface HoldButtonProps {
  /** Also says to hold the button: it is shown while somebody presses. */
  readonly label: string;
  readonly durationMs: number;
  readonly onHeld: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A pointer that moves further has left the button, wherever that stands by now. */
const leftPx = 48;
/** Where the button was pressed, in pixels of the window. */
type Place = Pick<PointerEvent, 'clientX' | 'clientY'>;
const nowhere: Place = { clientX: NaN, clientY: NaN };

/** A key that is still held repeats: it must not press the control that has just opened. */
function ignoreUntilReleased(): void {
  const ignore = (event: globalThis.KeyboardEvent) => {
    if (event.repeat) event.preventDefault();
  };
  const release = () => window.removeEventListener('keydown', ignore, true);
  window.addEventListener('keydown', ignore, true);
  window.addEventListener('keyup', release, { once: true });
}

/** A button that acts after it has been held, with a finger or with Enter or Space; not on a tap. */
export function HoldButton({ label, durationMs, onHeld, className, children }: HoldButtonProps) {
  const [held, setHeld] = useState<Place | null>(null);
  const timer = useTimer();

  const release = () => {
    timer.stop();
    setHeld(null);
  };
  const hold = (place: Place) => {
    setHeld(place);
    timer.start(durationMs, () => {
      setHeld(null);
      ignoreUntilReleased();
      onHeld();
    });
  };
  const press = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button > 0) return;
    // A mouse keeps its button as a finger does, when a line above moves it.
    event.currentTarget.setPointerCapture(event.pointerId);
    hold(event);
  };
  const follow = ({ clientX, clientY }: PointerEvent) => {
    if (held && Math.hypot(clientX - held.clientX, clientY - held.clientY) > leftPx) release();
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) hold(nowhere);
  };

  return (
    <button
      type="button"
      aria-label={label}
      data-holding={held ? true : undefined}
      onPointerDown={press}
      onPointerMove={follow}
      onLostPointerCapture={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={pressKey}
      onKeyUp={release}
      onBlur={release}
      className={classes('hold', className)}
    >
      <span className="hold-progress" style={{ transitionDuration: `${durationMs}ms` }} />
      {children}
    </button>
  );
}
