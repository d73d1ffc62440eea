import type { GivenReview } from '../outbox/reasons.ts';
import { createSignal } from '../util/signal.ts';

/** The review of three stars or fewer that the passenger at this screen has just given. */
export const lowReview = createSignal<GivenReview | null>(null);
