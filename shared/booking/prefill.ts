import { formats } from '../content/shape.ts';
import { bookingDirections, bookingLimits, flightOf, type Booking } from './booking.ts';

/** The fields that somebody else than the passenger may fill in: none of them says who travels. */
export type Prefill = Partial<
  Pick<Booking, 'direction' | 'date' | 'time' | 'flight' | 'route' | 'people' | 'bags'>
>;

/**
 * The fields as the fragment of the booking page's address, without `#`. Browsers send a fragment to no server. Empty fields
 * are left out, so that a code on a screen stays coarse.
 */
export function prefillFragment(prefill: Prefill): string {
  const fields = Object.entries(prefill).map(([name, value]) => [name, String(value)] as const);
  const given = fields.filter(([, value]) => value !== '');
  return new URLSearchParams(Object.fromEntries(given)).toString();
}

const whole = (text: string | null, most: number) =>
  text !== null && /^\d{1,2}$/.test(text) && Number(text) <= most ? Number(text) : undefined;

/** Reads a fragment, also one that somebody made up: a field that is none is left out. */
export function readPrefill(fragment: string): Prefill {
  const fields = new URLSearchParams(fragment);
  const matching = (name: string, pattern: RegExp) => {
    const value = fields.get(name) ?? '';
    return pattern.test(value) ? value : undefined;
  };
  const direction = bookingDirections.find((each) => each === fields.get('direction'));
  const prefill = {
    direction,
    date: matching('date', formats.day),
    time: matching('time', formats.time),
    flight: flightOf(fields.get('flight') ?? '') ?? undefined,
    route: matching('route', formats.id),
    people: whole(fields.get('people'), bookingLimits.people),
    bags: whole(fields.get('bags'), bookingLimits.bags),
  };
  return Object.fromEntries(Object.entries(prefill).filter(([, value]) => value !== undefined));
}
