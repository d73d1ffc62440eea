import { createSignal } from '../util/signal.ts';

/** The driver holds the name sign up: the screen is not prepared for the next passenger meanwhile. */
export const signShown = createSignal(false);
