import { createSignal } from '../util/signal.ts';
import type { GivenReview } from './reasons.ts';

/** The review of three stars or fewer that the passenger at this screen has just given. */
export const lowReview = createSignal<GivenReview | null>(null);
