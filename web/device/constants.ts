/** How the screen behaves in the passenger's hands. Everything in milliseconds. */

/** How long the driver's button has to be held. */
export const holdDuration = 2_000;

/** Without a touch for this long, the screen is made ready for the next passenger. */
export const idleAfter = 90_000;
/** The last part of that is counted down on the screen. */
export const countdownDuration = 20_000;
