import * as v from 'valibot';
import { parseDuration } from '../util/durations.ts';

export const count = v.pipe(v.number(), v.integer(), v.minValue(1));

/** How many digits a one-time code has. */
export const otpLength = v.pipe(v.number(), v.integer(), v.minValue(6), v.maxValue(10));

/** A duration as the Supabase CLI writes it (“24h”); in milliseconds. */
export const duration = v.pipe(
  v.string(),
  v.check((text) => parseDuration(text) !== undefined, 'is not a duration such as 24h'),
  v.transform((text) => parseDuration(text) ?? 0),
);
