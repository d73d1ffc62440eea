import type { Queryable } from '../../backend/index.ts';
import type { Content } from '../../shared/content/content.ts';
import { chileanDay } from '../../shared/chile/time.ts';
import { quoteOf } from '../../shared/booking/quote.ts';
import { createRandom } from './random.ts';

/** Two weeks that are over, today, and the week to come. */
const [firstDay, lastDay] = [-14, 7];
/** Trips of a day, the first at five in the morning and one each two hours: no driver has two at once. */
const dailyTrips = 9;
const dayMs = 86_400_000;

const passengers = [
  ['Carolina Rojas', 'es'],
  ['Claire Dubois', 'fr'],
  ['Anna Keller', 'de'],
  ['Jorge Muñoz', 'es'],
  ['John Miller', 'en'],
  ['Beatriz Souza', 'pt'],
  ['Paula Herrera', 'es'],
  ['Sarah Connor', 'en'],
  ['Familie Schneider', 'de'],
  ['Rafael Lima', 'pt'],
  ['李 伟', 'en'],
  ['Íñigo Ñúñez de la Peña', 'es'],
] as const;
const hotels = [
  'Hotel Plaza',
  'Hotel Los Andes',
  'Av. Apoquindo 4501',
  'Casa de la familia',
  'Hostal Bellavista',
];
const agencies = ['Viajes Cordillera', 'Andes Tours'];

/** The state of a trip by how many days it lies ahead: the past is over, the next days wait for drivers here and there. */
function stateOf(days: number, chance: number): string {
  if (days < 0) return chance < 0.05 ? 'no_show' : chance < 0.1 ? 'cancelled' : 'done';
  if (days > 2 && chance < 0.5) return 'requested';
  return 'confirmed';
}

interface Company {
  /** The ids of active drivers and their vehicles, in one order. */
  readonly drivers: readonly string[];
  readonly vehicles: readonly string[];
  readonly content: Content;
}

function tripOf(
  id: string,
  days: number,
  slot: number,
  { drivers, vehicles, content }: Company,
  random: () => number,
) {
  const [name, language] = passengers[Math.floor(random() * passengers.length)]!;
  const route = content.routes[Math.floor(random() * content.routes.length)]!;
  const member = (slot + days + 100) % drivers.length;
  // The driver whose phone the demo names has a trip to show every day.
  const isShown = member === 0 && days >= 0 && days <= 2;
  const direction = random() < 0.5 || isShown ? 'from' : 'to';
  const day = chileanDay(new Date(Date.now() + days * dayMs));
  const time = `${String(5 + 2 * slot).padStart(2, '0')}:${random() < 0.5 ? '00' : '25'}`;
  const chance = random();
  const state = stateOf(days, chance);
  const isAssigned = state !== 'requested' && (days <= 0 || random() < 0.8 || isShown);
  const hotel = hotels[Math.floor(random() * hotels.length)]!;
  const agency = random() < 0.2 ? agencies[slot % agencies.length] : null;
  return {
    id,
    state,
    direction,
    route: route.id,
    minutes: route.minutes,
    ...(direction === 'from' ? { landing_day: day, landing_clock: time } : { day, clock: time }),
    flight: direction === 'from' ? `LA${700 + slot}` : null,
    people: 1 + Math.floor(random() * 3),
    pesos: quoteOf(content, { route: route.id, date: day, time })?.pesos ?? null,
    payment: agency ? 'account' : random() < 0.6 ? 'cash' : 'card',
    language,
    agency,
    voucher: agency && `V-${1000 + days * 10 + slot}`,
    reason: state === 'no_show' || state === 'cancelled' ? 'passenger' : null,
    driver_id: isAssigned ? drivers[member] : null,
    vehicle_id: isAssigned ? vehicles[member % vehicles.length] : null,
    told: isAssigned && days <= 0,
    name,
    phone: `+569555502${String(slot).padStart(2, '0')}`,
    from_text: direction === 'to' ? hotel : null,
    to_text: direction === 'from' ? hotel : null,
  };
}

/** Three weeks of trips. @param idOf the id of the trip at a place */
export async function writeTrips(
  db: Queryable,
  company: Pick<Company, 'drivers' | 'vehicles'>,
  idOf: (index: number) => string,
): Promise<void> {
  const [release] = await db.query<{ content: Content }>(
    'select content from public.content_releases order by id desc limit 1',
  );
  const random = createRandom(11);
  const days = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index);
  const rows = days.flatMap((each, place) =>
    Array.from({ length: dailyTrips }, (_, slot) =>
      tripOf(idOf(place * dailyTrips + slot), each, slot, { ...company, content: release!.content }, random),
    ),
  );
  await db.query(
    `insert into public.trips (id, code, source, state, reason, day, clock, landing_day, landing_clock, minutes, direction,
       route, flight, people, pesos, payment, language, agency, voucher, driver_id, vehicle_id, told_at, replied_at)
     select id, private.new_trip_code(), 'message', state, reason, day, clock, landing_day, landing_clock, minutes, direction,
       route, flight, people, pesos, payment, language, agency, voucher, driver_id, vehicle_id,
       case when told then now() - interval '3 hours' end, case when state = 'confirmed' then now() - interval '1 day' end
     from jsonb_to_recordset($1) as row (id uuid, state text, reason text, day date, clock time, landing_day date,
       landing_clock time, minutes integer, direction text, route text, flight text, people integer, pesos integer,
       payment text, language text, agency text, voucher text, driver_id uuid, vehicle_id uuid, told boolean)`,
    [JSON.stringify(rows)],
  );
  await db.query(
    `insert into public.trip_people (trip_id, name, phone, from_text, to_text)
     select id, name, phone, from_text, to_text
     from jsonb_to_recordset($1) as row (id uuid, name text, phone text, from_text text, to_text text)`,
    [JSON.stringify(rows)],
  );
  await writePayments(db);
}

/** Trips that are over were paid as booked; the drivers handed their cash over until the evening before yesterday. */
async function writePayments(db: Queryable): Promise<void> {
  await db.query(
    `insert into public.trip_payments (id, trip_id, method, pesos, driver_id, created_at)
     select gen_random_uuid(), id, coalesce(payment, 'cash'), pesos, driver_id, pickup_at + interval '1 hour'
     from public.trips where state = 'done' and pesos is not null`,
  );
  await db.query(
    `with handed as (
       select gen_random_uuid() as id, driver_id, sum(pesos)::integer as pesos from public.trip_payments
       where method = 'cash' and created_at < now() - interval '2 days' group by driver_id),
     counted as (
       insert into public.cash_counts (id, driver_id, expected, handed, created_at)
       select id, driver_id, pesos, pesos, now() - interval '2 days' from handed)
     update public.trip_payments p set cash_count_id = h.id from handed h
     where p.driver_id = h.driver_id and p.method = 'cash' and p.created_at < now() - interval '2 days'`,
  );
}
