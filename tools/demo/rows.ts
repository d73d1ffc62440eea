import type { Queryable } from '../../backend/index.ts';
import { emptyComment } from '../../shared/limits.ts';
import { writeAnnouncements } from './announcements.ts';
import { maxStarsWithReasons, reviewReasons, type ReviewReason } from '../../shared/reviews.ts';
import { writeCases } from './cases.ts';
import { drivers, vehicles } from './people.ts';
import { createRandom } from './random.ts';
import { writeUsage } from './usage.ts';
import { writeRights } from './rights.ts';
import { writeTrips } from './trips.ts';

/** The number of ratings, and the days over which they are spread. */
export const reviewCount = 400;
const reviewDays = 90;
/** The days on which the past shifts lie. */
const shiftDays = 21;
/** The device that sends no heartbeats any more, and the one whose battery is nearly empty. */
const [offlineDevice, lowDevice] = [5, 3];
export const deviceCount = 10;

const active = drivers.flatMap((driver, index) => (driver.state === 'active' ? [index] : []));

/** The accounts and photos of the drivers, in the order of `drivers`. */
export interface Registered {
  readonly accountId: string | undefined;
  readonly photoPath: string;
}

/** A UUID that is the same in each demo. */
const idOf = (noun: number, index: number): string =>
  `00000000-0000-4000-8${String(noun).padStart(3, '0')}-${String(index + 1).padStart(12, '0')}`;
const driverId = (index: number): string => idOf(1, index);
const vehicleId = (index: number): string => idOf(2, index);
const deviceId = (index: number): string => idOf(3, index);

async function writeDrivers(db: Queryable, registered: readonly Registered[]): Promise<void> {
  const rows = drivers.map((driver, index) => ({
    id: driverId(index),
    name: driver.name,
    license_plate: driver.plate,
    driver_code: driver.code,
    contact: driver.contact,
    verification_code: driver.verificationCode,
    state: driver.state,
    photo_url: registered[index]?.photoPath,
    account: registered[index]?.accountId,
  }));
  await db.query(
    `insert into public.drivers (id, name, license_plate, driver_code, contact, verification_code, photo_url, created_by,
       approved, approved_at, left_at)
     select id, name, license_plate, driver_code, contact, verification_code, photo_url, account,
       state <> 'waiting', case when state <> 'waiting' then now() - interval '90 days' end,
       case when state = 'left' then now() - interval '12 days' end
     from jsonb_to_recordset($1) as row (id uuid, name text, license_plate text, driver_code text, contact text,
       verification_code text, photo_url text, account uuid, state text)`,
    [JSON.stringify(rows)],
  );
  await db.query(
    `insert into public.user_drivers (user_id, driver_id)
     select account, id from jsonb_to_recordset($1) as row (id uuid, account uuid) where account is not null`,
    [JSON.stringify(rows)],
  );
  // A driver who left is blocked, as by driver_left.
  await db.query(
    `update auth.users set banned_until = now() + private.leaving_block() where id in (
       select link.user_id from public.user_drivers link join public.drivers d on d.id = link.driver_id
       where d.state = 'left')`,
  );
}

async function writeVehicles(db: Queryable): Promise<void> {
  const rows = vehicles.map((vehicle, index) => ({
    id: vehicleId(index),
    license_plate: vehicle.plate,
    class: vehicle.class,
    brand_model: vehicle.brandModel,
    colour: vehicle.colour,
    seats: vehicle.seats,
    bags: vehicle.bags,
    registration_number: `RNSTP-${30_451 + index * 137}`,
  }));
  await db.query(
    `insert into public.vehicles (id, license_plate, class, brand_model, colour, seats, bags, registration_number)
     select * from jsonb_to_recordset($1) as row (id uuid, license_plate text, class text, brand_model text, colour text,
       seats integer, bags integer, registration_number text)`,
    [JSON.stringify(rows)],
  );
  // The driver whose sign-in is printed reads the documents of an assigned vehicle.
  await db.query('insert into public.vehicle_drivers (vehicle_id, driver_id) values ($1, $2), ($3, $2)', [
    vehicleId(0),
    driverId(0),
    vehicleId(5),
  ]);
}

/** Five shifts are open; the past ones last from six to nine hours. */
async function writeShifts(db: Queryable): Promise<void> {
  const random = createRandom(2);
  const open = active.slice(0, 5).map((driver, index) => ({
    driver: driverId(driver),
    vehicle: vehicleId(index),
    hours_ago: 1 + index,
    hours: null as number | null,
  }));
  const past = Array.from({ length: shiftDays }, (_, day) =>
    active.map((driver, index) => ({
      driver: driverId(driver),
      vehicle: vehicleId((index + day) % vehicles.length),
      hours_ago: (day + 1) * 24 + random() * 4,
      hours: 6 + random() * 3,
    })),
  );
  // Drivers rest one day in six.
  const worked = past.flat().filter((_, index) => index % 6 !== 5);
  await db.query(
    `insert into public.shifts (driver_id, vehicle_id, started_at, ended_at)
     select driver, vehicle, now() - hours_ago * interval '1 hour', now() - (hours_ago - hours) * interval '1 hour'
     from jsonb_to_recordset($1) as row (driver uuid, vehicle uuid, hours_ago float, hours float)`,
    [JSON.stringify([...open, ...worked])],
  );
}

/** The days until the licence of each driver expires; the ninth, and those who wait, have shown none. */
const licenceDays = [320, 12, -4, 25, 700, 5, 410, 95];
const vehicleKinds = ['Permiso de circulación', 'SOAP', 'Revisión técnica', 'Seguro', 'RNSTP'];
/** The days of what expires soon or has expired, by vehicle and kind. All others have months. */
const vehicleDays: Readonly<Record<string, number>> = {
  '1 SOAP': 6,
  '2 Revisión técnica': -9,
  '4 Seguro': 13,
  '6 RNSTP': 28,
};
const missing = ['3 Seguro', '7 Revisión técnica'];

async function writeDocuments(db: Queryable): Promise<void> {
  const licences = licenceDays.map((days, index) => ({
    kind: `Licencia A${1 + (index % 3)}`,
    driver: driverId(index),
    vehicle: null as string | null,
    number: `LIC-${7100 + index}`,
    days,
  }));
  const others = vehicles.flatMap((_, vehicle) =>
    vehicleKinds
      .map((kind, place) => ({ kind, key: `${vehicle} ${kind}`, place }))
      .filter(({ key }) => !missing.includes(key))
      .map(({ kind, key, place }) => ({
        kind,
        driver: null,
        vehicle: vehicleId(vehicle),
        number: `${kind.slice(0, 3).toUpperCase()}-${4200 + vehicle * 10 + place}`,
        days: vehicleDays[key] ?? 45 + ((vehicle * 71 + place * 53) % 300),
      })),
  );
  await db.query(
    `insert into public.documents (kind_id, driver_id, vehicle_id, number, issued_on, expires_on)
     select k.id, row.driver, row.vehicle, row.number, private.chile_today() + row.days - 365,
       private.chile_today() + row.days
     from jsonb_to_recordset($1) as row (kind text, driver uuid, vehicle uuid, number text, days integer)
       join public.document_kinds k on k.name = row.kind`,
    [JSON.stringify([...licences, ...others])],
  );
}

/** @param version of the app that the server gives out */
async function writeDevices(db: Queryable, version: string): Promise<void> {
  const rows = Array.from({ length: deviceCount }, (_, index) => ({
    id: deviceId(index),
    name: `Tablet ${index + 1}`,
    driver: driverId(active[index % active.length] ?? 0),
    vehicle: index < 5 ? vehicleId(index) : null,
    minutes_ago: index === offlineDevice ? 3 * 24 * 60 : 1,
    battery: index === lowDevice ? 9 : 55 + ((index * 17) % 45),
    charging: index !== lowDevice && index % 3 !== 1,
    network: index % 4 === 2 ? 'wifi' : '4g',
    unsent: index === 7 ? 2 : 0,
    screen: index === 8 ? 'parked' : 'home',
  }));
  await db.query(
    `insert into public.devices (id, key_hash, name, driver_id, vehicle_id, app_version, content_release, last_seen,
       last_painted_at, battery, charging, network, storage_used, storage_persisted, wake_lock, clock_offset_ms,
       unsent_ratings, screen, created_at)
     select id, sha256(convert_to(id::text || gen_random_uuid(), 'UTF8')), name, driver, vehicle, $2,
       (select max(r.id) from public.content_releases r), now() - minutes_ago * interval '1 minute',
       now() - minutes_ago * interval '1 minute', battery, charging, network, 6400000, true, 'held', 400, unsent, screen,
       now() - interval '60 days'
     from jsonb_to_recordset($1) as row (id uuid, name text, driver uuid, vehicle uuid, minutes_ago integer,
       battery smallint, charging boolean, network text, unsent integer, screen text)`,
    [JSON.stringify(rows), version],
  );
}

const comments = [
  'Muy puntual y amable, gracias.',
  'Very friendly and a safe ride. Highly recommended!',
  'Auto limpio y conducción tranquila.',
  'Chauffeur très sympathique, merci !',
  'Ótimo motorista, chegamos no horário.',
  'Sehr pünktlich und freundlich.',
  'Me ayudó con todas las maletas.',
  'Great views and good advice about the city.',
];
const complaints = ['El aire acondicionado no funcionaba.', 'We waited twenty minutes at the exit.'];

function rate(random: () => number): number {
  const draw = random();
  if (draw < 0.72) return 5;
  if (draw < 0.91) return 4;
  if (draw < 0.97) return 3;
  return draw < 0.99 ? 2 : 1;
}

/** Half of the low ratings have a reason or two. */
function reasonsOf(rating: number, random: () => number): readonly ReviewReason[] {
  if (rating > maxStarsWithReasons || random() < 0.5) return [];
  const chosen = [0, 1].map(() => reviewReasons[Math.floor(random() * reviewReasons.length)]!);
  return [...new Set(chosen)];
}

async function writeReviews(db: Queryable): Promise<void> {
  const random = createRandom(1);
  const rated = [...active, drivers.findIndex(({ state }) => state === 'left')];
  const rows = Array.from({ length: reviewCount }, (_, index) => {
    const rating = rate(random);
    const [said, texts] = [random() < 0.3, rating > 3 ? comments : complaints];
    return {
      driver: driverId(rated[Math.floor(random() * rated.length)] ?? 0),
      rating,
      reasons: reasonsOf(rating, random),
      comment: said ? texts[Math.floor(random() * texts.length)] : emptyComment,
      days_ago: ((index + random()) * reviewDays) / reviewCount,
      by_link: random() < 0.25,
    };
  });
  await db.query(
    `insert into public.reviews (driver_id, rating, reasons, comment, created_at, by_link)
     select driver, rating, reasons, comment, now() - days_ago * interval '1 day', by_link
     from jsonb_to_recordset($1)
       as row (driver uuid, rating smallint, reasons text[], comment text, days_ago float, by_link boolean)`,
    [JSON.stringify(rows)],
  );
  // The newest of one star was meant for another company.
  await db.query(
    `with hidden as (
       update public.reviews set hidden_at = now()
       where id = (select id from public.reviews where rating = 1 order by created_at desc limit 1) returning id)
     insert into private.review_notes (review_id, hidden_reason, note)
     select id, 'Calificó un viaje de otra empresa', 'El pasajero lo confirmó por WhatsApp' from hidden`,
  );
}

/**
 * Writes drivers, vehicles, shifts, documents, devices, ratings, cases and announcements, unless they are there.
 * @param version of the app that the server gives out: the devices have it
 */
export async function writeRows(
  db: Queryable,
  registered: readonly Registered[],
  version: string,
): Promise<void> {
  const [known] = await db.query('select from public.drivers limit 1');
  if (known) return;
  await writeDrivers(db, registered);
  await writeVehicles(db);
  await writeShifts(db);
  await writeDocuments(db);
  await writeDevices(db, version);
  await writeReviews(db);
  await writeCases(db, active.map(driverId));
  await writeUsage(db);
  await writeAnnouncements(db, active.map(driverId));
  await writeRights(db);
  await writeTrips(
    db,
    { drivers: active.map(driverId), vehicles: vehicles.map((_, index) => vehicleId(index)) },
    (index) => idOf(9, index),
  );
}

/** Sends the heartbeats of the devices that are on. @param version of the app that the server gives out */
export async function sendHeartbeats(db: Queryable, version: string): Promise<void> {
  await db.query(
    `update public.devices set last_seen = now(), last_painted_at = now(), app_version = $2
     where id = any ($1)`,
    [
      Array.from({ length: deviceCount }, (_, index) => deviceId(index)).filter(
        (id) => id !== deviceId(offlineDevice),
      ),
      version,
    ],
  );
}
