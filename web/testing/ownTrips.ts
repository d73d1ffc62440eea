import type { OwnTrip, OwnTrips } from '../data/trips/ownTrips.ts';

const hourMs = 3_600_000;

/** A confirmed trip from the airport, some hours from now. */
export function ownTrip(hours: number, fields: Partial<OwnTrip> = {}): OwnTrip {
  return {
    id: '00000000-0000-4000-8000-0000000000a1',
    code: 'KMTRW',
    state: 'confirmed',
    assignment: 1,
    day: '2026-11-30',
    clock: '14:30',
    other_day: null,
    pickup_at: new Date(Date.now() + hours * hourMs).toISOString(),
    minutes: 45,
    direction: 'from',
    route: null,
    flight: 'LA703',
    landing_clock: '14:00',
    people: 2,
    bags: 3,
    child_ages: [4],
    wheelchair: true,
    pesos: 25_000,
    payment: 'cash',
    language: 'de',
    name: 'Jürgen Müller-Lüdenscheidt',
    phone: '+4915112345678',
    from_text: null,
    to_text: 'Hotel Plaza San Francisco, Alameda 816',
    note: 'Lleva una bicicleta',
    sign_text: 'Müller-Lüdenscheidt',
    is_accepted: false,
    is_declined: false,
    changed: [],
    seconds_waited: null,
    ...fields,
  };
}

/** The answer of `own_trips` with these trips. */
export function ownTripsOf(trips: readonly OwnTrip[], money: Partial<OwnTrips> = {}): OwnTrips {
  return { now: new Date().toISOString(), trips, taken: {}, to_hand_over: 0, ...money };
}
