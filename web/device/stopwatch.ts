/** Measures the time since something happened. */
export interface Stopwatch {
  /** Milliseconds since the start. Call it every few seconds, and when the page is hidden or shown. */
  readonly elapsed: () => number;
  /** @param from milliseconds that count as elapsed already */
  readonly restart: (from?: number) => void;
}

const isHidden = () => document.visibilityState === 'hidden';

/**
 * Starts a stopwatch that a wrong clock does not mislead. While the page is shown, the page's own clock counts, so nobody's
 * screen is reset because the device's clock was set. The page's own clock may stand still while the device sleeps, and a
 * page whose device sleeps is hidden: a hidden period counts by the clock of day, if that says more.
 */
export function startStopwatch(from = 0): Stopwatch {
  let counted = from;
  let wasHidden = isHidden();
  let own = performance.now();
  let ofDay = Date.now();
  const note = () => {
    wasHidden = isHidden();
    own = performance.now();
    ofDay = Date.now();
  };
  return {
    elapsed: () => {
      const passed = performance.now() - own;
      counted += wasHidden || isHidden() ? Math.max(passed, Date.now() - ofDay) : passed;
      note();
      return counted;
    },
    restart: (to = 0) => {
      counted = to;
      note();
    },
  };
}
